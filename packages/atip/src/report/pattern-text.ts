import { padEnd, printable, styleFor, type Screen } from 'tooli/terminal'
import { fromHome } from './places.js'

interface ShownPattern {
  name: string
  description: string
  source: 'tool' | 'user' | 'registry'
  file?: string | undefined
  executable: boolean
  steps: readonly { command: string; description?: string | undefined }[]
  variables?: Readonly<Record<string, unknown>> | undefined
}

interface PatternList {
  patterns: readonly ShownPattern[]
  ignored: readonly { path: string; reason: string }[]
}

export function patternListText({ patterns, ignored }: PatternList, { color }: Screen): string {
  const style = styleFor(color)
  const column = Math.max(0, ...patterns.map(({ name }) => printable(name).length)) + 2
  const lines = patterns.map(
    ({ name, description, executable }) =>
      `${style.bold(padEnd(printable(name), column))}${printable(description)}${executable ? '' : style.dim(' (advice)')}`,
  )
  const problems = ignored.map(({ path, reason }) => `${printable(fromHome(path))} is not used: ${printable(reason)}`)
  return [...(lines.length === 0 ? ['There is no pattern.'] : lines), ...problems].join('\n')
}

const SOURCES = { tool: 'the description of the tool', user: 'a file of yours', registry: 'a registry' }

export function patternText(pattern: ShownPattern, { color }: Screen): string {
  const style = styleFor(color)
  const { name, description, source, file, executable, steps, variables = {} } = pattern
  const told = steps.map(({ command, description: about }, index) => {
    return `  ${index + 1}  ${printable(command)}${about === undefined ? '' : style.dim(`  ${printable(about)}`)}`
  })
  const values = Object.entries(variables).map(([key, variable]) => {
    const about = (variable as { description?: unknown } | null)?.description
    return `  ${printable(key)}${typeof about === 'string' ? `  ${printable(about)}` : ''}`
  })
  return [
    `${style.bold(printable(name))}: ${printable(description)}`,
    `  From ${SOURCES[source]}${file === undefined ? '' : `, ${printable(fromHome(file))}`}`,
    `  ${executable ? 'May be run: atip pattern run TOOL PATTERN' : 'Advice: it is not run'}`,
    '',
    style.bold('Steps'),
    ...told,
    ...(values.length === 0 ? [] : ['', style.bold('Variables'), ...values]),
  ].join('\n')
}
