import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import type { RarePart } from '../program/not-included.js'
import { isIncluded } from '../program/rare-parts.js'
import { offersPrime } from './prime.js'

/** Commands that every tool has besides its own, with their descriptions in help. */
export const BUILT_IN_WORDS = {
  prime: 'Tell an agent how to use this tool',
  skill: 'Write, check or install SKILL.md, for agents',
  docs: 'Write or check reference pages in Markdown',
  mcp: 'Make this tool an MCP server of a coding agent',
  contract: 'Write or check a snapshot of what this tool takes and does',
} as const
export type BuiltInWord = keyof typeof BUILT_IN_WORDS

/** Whether the tool answers this word; for a program with only one command it may be an argument. */
export function offersWord(cli: CliDefinition<CommandMap>, word: string): boolean {
  if (word === 'prime') return offersPrime(cli)
  return leavesWord(cli, word) && isIncluded(word as RarePart)
}

/** Whether the word would be offered, but this part was left out of the build. */
export function lacksPart(cli: CliDefinition<CommandMap>, word: string): word is RarePart {
  return word !== 'prime' && leavesWord(cli, word) && !isIncluded(word as RarePart)
}

function leavesWord(cli: CliDefinition<CommandMap>, word: string): boolean {
  if (!Object.hasOwn(BUILT_IN_WORDS, word)) return false
  if (cli.commands !== undefined && Object.hasOwn(cli.commands, word)) return false
  // For a foreign program it is already decided whether it takes arguments.
  if (foreignOf(cli) !== undefined) return word !== 'docs'
  return cli.command === undefined
}
