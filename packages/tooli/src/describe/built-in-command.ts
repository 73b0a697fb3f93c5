import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { offersPrime } from './prime.js'

/** Commands that every tool has beside its own. */
export const BUILT_IN_WORDS = ['prime', 'skill', 'contract'] as const
export type BuiltInWord = (typeof BUILT_IN_WORDS)[number]

/** The command behind a built-in word; undefined where the tool uses the word itself. */
export async function builtInCommand(cli: CliDefinition<CommandMap>, word: string): Promise<Command | undefined> {
  if (!offers(cli, word)) return undefined
  switch (word as BuiltInWord) {
    case 'prime':
      return (await import('./prime.js')).primeCommandDefinition(cli)
    case 'skill':
      return (await import('../skill/skill-command.js')).skillCommand(cli)
    case 'contract':
      return (await import('../contract/contract-command.js')).contractCommand(cli)
  }
}

/** To a program that is one command the word may be an argument; a foreign one has settled that before. */
function offers(cli: CliDefinition<CommandMap>, word: string): boolean {
  if (word === 'prime') return offersPrime(cli)
  if (!BUILT_IN_WORDS.includes(word as BuiltInWord)) return false
  if (cli.commands !== undefined && Object.hasOwn(cli.commands, word)) return false
  return cli.command === undefined || foreignOf(cli) !== undefined
}
