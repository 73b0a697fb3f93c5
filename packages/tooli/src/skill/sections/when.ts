import { withProgram } from '../../describe/agent-text.js'
import { capitalised, code, fence, listed, paragraphs, prose, sentence } from '../markdown/markdown.js'
import type { SkillTool } from '../tool/skill-tool.js'

/** What the tool does, what it is for, and the author's directives. */
export function whenToUse({ cli }: SkillTool): string[] {
  const { primaryIntents = [], do: wanted = [], dont: unwanted = [] } = cli.prime ?? {}
  return [
    sentence(prose(cli.description)),
    ...(cli.details ? paragraphs(cli.details) : []),
    ...(primaryIntents.length > 0 ? ['For these tasks:', bullets(primaryIntents)] : []),
    ...(wanted.length > 0 ? ['Do:', bullets(wanted)] : []),
    ...(unwanted.length > 0 ? ['Do not:', bullets(unwanted.map(withoutNegation))] : []),
    ...advice(cli),
    ...sequences(cli),
  ]
}

function bullets(texts: readonly string[]): string {
  return texts.map((text) => `- ${prose(text)}`).join('\n')
}

/** Drops "do not", which the heading already says. */
function withoutNegation(text: string): string {
  return capitalised(text.trim().replace(/^(?:do not|don['’]t)\s+(?=\S)/i, ''))
}

function advice({ prime = {} }: SkillTool['cli']): string[] {
  const { preferredCommands = [], deprecatedCommands = [], rateLimits = {} } = prime
  const { requestsPerMinute, burst } = rateLimits
  const lines = [
    preferredCommands.length > 0 ? `Begin with ${listed(preferredCommands.map(code), 'or')}.` : '',
    deprecatedCommands.length > 0 ? `No longer use ${listed(deprecatedCommands.map(code), 'or')}.` : '',
    requestsPerMinute === undefined ? '' : `At most ${requestsPerMinute} calls in a minute.`,
    burst === undefined ? '' : `At most ${burst} calls at once.`,
  ].filter((line) => line !== '')
  return lines.length === 0 ? [] : [lines.join(' ')]
}

/** Calls that belong together, in their order. */
function sequences({ name, prime, patterns = [] }: SkillTool['cli']): string[] {
  const typical = [
    ...(prime?.examples ?? []).map(({ description, sequence }) => ({ description, lines: sequence })),
    ...patterns.map(({ description, steps }) => ({ description, lines: steps.map(({ command }) => command) })),
  ]
  return typical.flatMap(({ description, lines }) => [
    capitalised(sentence(prose(description)).replace(/\.$/, ':')),
    fence(
      'sh',
      lines.map((line) => withProgram(line, name, [])),
    ),
  ])
}
