import { printable, styleFor, type Screen } from 'tooli/terminal'

interface Answer {
  toolName?: string
  usageDirectives: { primaryIntents?: string[]; do?: string[]; dont?: string[] }
  rateLimits?: { requestsPerMinute?: number; burst?: number }
  schema?: { preferredCommands?: string[]; deprecatedCommands?: string[] }
}

/** The directives of a tool for agents, in its own words. */
export function primeText({ usageDirectives, rateLimits, schema }: Answer, { color }: Screen): string {
  const style = styleFor(color)
  const { primaryIntents = [], do: wanted = [], dont = [] } = usageDirectives
  const { requestsPerMinute, burst } = rateLimits ?? {}
  const { preferredCommands = [], deprecatedCommands = [] } = schema ?? {}
  const lists: [string, string[]][] = [
    ['For', primaryIntents],
    ['Do', wanted],
    ["Don't", dont],
    ['Prefer', preferredCommands],
    ['Avoid', deprecatedCommands],
    ['Limits', requestsPerMinute === undefined ? [] : [`${requestsPerMinute} calls a minute, ${burst ?? 1} at once`]],
  ]
  const shown = lists.filter(([, lines]) => lines.length > 0)
  if (shown.length === 0) return 'It asks for nothing.'
  return shown
    .map(([head, lines]) => [style.bold(head), ...lines.map((line) => `  ${printable(line)}`)].join('\n'))
    .join('\n')
}
