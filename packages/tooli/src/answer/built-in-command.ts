import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { loadRare } from '../program/rare-parts.js'
import { lacksPart, offersWord, type BuiltInWord } from '../describe/built-in-words.js'

/** The command behind a built-in word; undefined where the tool uses the word itself. */
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

/** The word is not a command of the tool, nor an argument; a foreign program has settled that before. */
function offersCompletion(cli: CliDefinition<CommandMap>): boolean {
  const { command, commands = {} } = cli
  return foreignOf(cli) !== undefined || (command === undefined && !Object.hasOwn(commands, 'completion'))
}

/** A tool with directives and a `prime` command of its own, such as `prime TOOL`, answers for itself without a TOOL. */
function asksTheToolItself({ prime }: CliDefinition<CommandMap>, word: string, [first]: readonly string[]): boolean {
  return word === 'prime' && prime !== undefined && (first === undefined || SAYS_WHO.test(first))
}

/** How a caller of `prime` says who it is. */
const SAYS_WHO = /^--(?:agent-id|session-id|input)(?:=|$)/
