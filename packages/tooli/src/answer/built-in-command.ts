import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { loadRare } from '../program/rare-parts.js'
import { lacksPart, offersWord, type BuiltInWord } from '../describe/built-in-words.js'

/** The command of a built-in word; undefined if the tool uses the word itself. */
export async function builtInCommand(
  cli: CliDefinition<CommandMap>,
  [word = '', ...rest]: readonly string[],
): Promise<Command | undefined> {
  if (word === 'completion') {
    if (!offersCompletion(cli)) return undefined
    return (await import('../describe/completion/completion-command.js')).completionCommand(cli)
  }
  if (lacksPart(cli, word)) return loadRare(word).then(() => undefined)
  if (!offersWord(cli, word) && !asksTheToolItself(cli, word, rest)) return undefined
  switch (word as BuiltInWord) {
    case 'prime': {
      const { primeCommandDefinition, primeForPeople } = await import('../describe/prime.js')
      return rest.some((given) => SAYS_WHO.test(given)) ? primeCommandDefinition(cli) : primeForPeople(cli)
    }
    case 'skill':
      if (rest[0] === 'add' || rest[0] === 'remove') return (await loadRare('skill')).skillPlaceCommand(cli)
      return (await loadRare('skill')).skillCommand(cli)
    case 'docs':
      return (await loadRare('docs')).docsCommand(cli)
    case 'mcp':
      return (await loadRare('mcp')).mcpCommand(cli)
    case 'contract':
      return (await loadRare('contract')).contractCommand(cli)
  }
}

/** Whether the word is neither a command nor an argument of the tool; for a foreign program that is decided already. */
function offersCompletion(cli: CliDefinition<CommandMap>): boolean {
  const { command, commands = {} } = cli
  return foreignOf(cli) !== undefined || (command === undefined && !Object.hasOwn(commands, 'completion'))
}

/** A tool with directives and its own command `prime TOOL`: without a TOOL, `prime` is about the tool itself. */
function asksTheToolItself({ prime }: CliDefinition<CommandMap>, word: string, [first]: readonly string[]): boolean {
  return word === 'prime' && prime !== undefined && (first === undefined || SAYS_WHO.test(first))
}

/** Options with which a caller of `prime` identifies itself. */
const SAYS_WHO = /^--(?:agent-id|session-id|input)(?:=|$)/
