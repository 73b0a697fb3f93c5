import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { offersWord, type BuiltInWord } from '../describe/built-in-words.js'

/** The command behind a built-in word; undefined where the tool uses the word itself. */
export async function builtInCommand(cli: CliDefinition<CommandMap>, word: string): Promise<Command | undefined> {
  if (!offersWord(cli, word)) return undefined
  switch (word as BuiltInWord) {
    case 'prime':
      return (await import('../describe/prime.js')).primeCommandDefinition(cli)
    case 'skill':
      return (await import('../skill/skill-command.js')).skillCommand(cli)
    case 'contract':
      return (await import('../contract/contract-command.js')).contractCommand(cli)
  }
}
