import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { cut, servesPrime } from './served-commands.js'

/** Claude Code truncates longer instructions. */
const LONGEST = 2048

/** The text that a client's model should read before its first call. */
export function instructionsFor(cli: CliDefinition<CommandMap>, isSearched: boolean): string {
  const own = cli.mcp?.instructions
  if (own !== undefined) return cut(typeof own === 'string' ? own : own(), LONGEST)
  const {
    primaryIntents = [],
    do: wanted = [],
    dont = [],
    preferredCommands = [],
    deprecatedCommands = [],
  } = cli.prime ?? {}
  const words = [
    cli.description,
    ...(primaryIntents.length > 0 ? [`For: ${primaryIntents.join('; ')}.`] : []),
    ...wanted.map((directive) => `Do: ${directive}`),
    ...dont.map((directive) => `Do not: ${directive}`),
    ...(preferredCommands.length > 0 ? [`Prefer ${preferredCommands.join(', ')}.`] : []),
    ...(deprecatedCommands.length > 0 ? [`Avoid ${deprecatedCommands.join(', ')}.`] : []),
  ].join('\n')
  const ways = [
    ...(cli.prime !== undefined && servesPrime(cli) ? ['Call the tool prime once per session before the others.'] : []),
    ...(isSearched
      ? [
          'It has many commands: find one with search_commands, read what it takes with describe_command, then call it with run_read_only_command or run_command.',
        ]
      : []),
    'A result is {"ok":true,"data":…}; a failure {"ok":false,"error":{code,message,suggestion,is_retryable}}.',
    foreignOf(cli) === undefined
      ? 'Commands that are declared destructive or irreversible ask the user first.'
      : 'Commands that are destructive, irreversible, or do not declare what they change ask the user first.',
  ].join('\n')
  // If space is short, how to call is preserved; the author's text is also in `prime`.
  return `${cut(words, LONGEST - Buffer.byteLength(ways) - 1)}\n${ways}`
}
