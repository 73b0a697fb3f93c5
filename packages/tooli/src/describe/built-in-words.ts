import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { offersPrime } from './prime.js'

/** Commands that every tool has beside its own, and what help says of them. */
export const BUILT_IN_WORDS = {
  prime: 'Tell an agent how to use this tool',
  skill: 'Write or check SKILL.md, for coding agents',
  contract: 'Write or check a snapshot of what this tool takes and does',
} as const
export type BuiltInWord = keyof typeof BUILT_IN_WORDS

/** To a program that is one command the word may be an argument; a foreign one has settled that before. */
export function offersWord(cli: CliDefinition<CommandMap>, word: string): boolean {
  if (word === 'prime') return offersPrime(cli)
  if (!Object.hasOwn(BUILT_IN_WORDS, word)) return false
  if (cli.commands !== undefined && Object.hasOwn(cli.commands, word)) return false
  return cli.command === undefined || foreignOf(cli) !== undefined
}
