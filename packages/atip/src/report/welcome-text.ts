import { printable, wrap } from 'tooli/terminal'
import { fromHome } from './places.js'

interface Welcome {
  about: string
  tools?: { found: number; known: number } | undefined
  agents: readonly { agent: string; title: string; state: string; programs: readonly string[] }[]
  next: readonly { run: string; why: string }[]
  offer?: 'accepted' | 'declined' | undefined
}

/** After an offer, everything else was printed already. */
export function welcomeText(welcome: Welcome, { width }: { width: number }): string {
  const { offer, agents } = welcome
  if (offer === undefined) return wholeText(welcome, width)
  if (offer === 'accepted') return wrap('Next: atip doctor --live tries it with the real agent.', width).join('\n')
  const missing = agents.filter(({ state }) => state === 'not installed').map(({ agent }) => agent)
  return wrap(`Nothing was installed. Later: atip install ${missing.join(' ')}`, width).join('\n')
}

const WORDS: Readonly<Record<string, string>> = { 'not installed': 'not ', 'partly installed': 'only partly ' }

function hanging(text: string, width: number): string[] {
  return wrap(text, width - 4).map((line, index) => (index === 0 ? '  ' : '    ') + line)
}

function wholeText({ about, tools, agents, next }: Welcome, width: number): string {
  const column = Math.max(...next.map(({ run }) => run.length)) + 4
  const isNarrow = width < column + Math.max(...next.map(({ why }) => why.length))
  const found = agents.flatMap(({ agent, title, state, programs }) => {
    const where = programs[0] === undefined ? '' : ` (${printable(fromHome(programs[0]))})`
    const said = `atip is ${WORDS[state] ?? ''}set up for it${state === 'installed' ? '' : `: atip install ${agent}`}`
    const line = `${title}${where}: ${said}`
    return line.length + 2 <= width ? [`  ${line}`] : hanging(`${title}: ${said}`, width)
  })
  const scanned =
    tools === undefined
      ? []
      : wrap(`Scanned this machine: ${tools.found} programs, ${tools.known} of them with known effects.`, width)
  return [
    ...wrap(about, width),
    ...scanned,
    ...wrap(
      agents.length === 0 ? 'No coding agent was found on this machine.' : 'Coding agents on this machine:',
      width,
    ),
    ...found,
    ...next.flatMap(({ run, why }) =>
      isNarrow ? [`  ${run}`, ...wrap(why, width - 4).map((line) => `    ${line}`)] : [`  ${run}`.padEnd(column) + why],
    ),
  ].join('\n')
}
