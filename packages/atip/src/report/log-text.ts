import { padEnd, printable, styleFor, type Screen } from 'tooli/terminal'
import { fromHome } from './places.js'
import { count } from './words.js'

interface LogRow {
  time: string
  agent: string
  tool: string
  decision: 'allow' | 'ask' | 'deny'
  answer: string
  rule: string
  cwd?: string | undefined
  text?: string | undefined
}

export function logText(entries: readonly LogRow[], total: number, { color }: Screen): string {
  if (entries.length === 0) return 'No decisions yet. Check that the hooks are called with: atip doctor --live'
  const style = styleFor(color)
  const paint = { allow: style.green, ask: style.yellow, deny: style.red }
  const lines = entries.map(({ time, agent, tool, decision, answer, rule, cwd, text }) => {
    const told = answer === decision || (answer === 'silent' && decision === 'allow') ? '' : ` (told: ${answer})`
    const where = cwd === undefined ? '' : ` in ${fromHome(cwd)}`
    const about = text === undefined ? '' : `\n    ${printable(text)}`
    const words = `${time.slice(0, 19).replace('T', ' ')}  ${paint[decision](padEnd(decision, 6))}${padEnd(agent, 13)}`
    return `${words}${printable(`${tool}: ${rule}${told}${where}`)}${about}`
  })
  const rest =
    total > entries.length ? [`${count(total - entries.length, 'older entry', 'older entries')} not shown.`] : []
  return [...lines, ...rest].join('\n')
}
