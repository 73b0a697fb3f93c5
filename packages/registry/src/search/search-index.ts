import type { Dictionary } from './dictionary.js'
import type { EntryTexts } from './entry-texts.js'

/** Everything that is needed to answer queries, in a form that is written to disk and read back as it is. */
export interface SearchIndex {
  texts: EntryTexts
  /** Whether an entry is a command below a tool. */
  isCommand: Uint8Array
  /** Postings of those that are meant more often than others, and how much more. */
  common: Uint32Array
  effects: Uint16Array
  /** Which entries a term speaks for, and how strongly. */
  terms: Dictionary
  /** Which entries belong to a tool, by its name in small letters. */
  tools: Dictionary
  /** Which entries have this name, in small letters. */
  names: Dictionary
}

/** A long array of which a query needs little: in memory, or in a file from which pieces are read. */
export interface Block<Piece> {
  readonly length: number
  /** From `start` up to `end`; less where it does not reach so far. */
  subarray(start?: number, end?: number): Piece
}

/** A command below a tool is less likely to be meant by the tool's name, or to be the common one, than the tool. */
export const BELOW = 0.3

/** How much it says that a term occurs, if it does so in `count` of all entries. */
export function rarityOf(count: number, all: number): number {
  return Math.log(1 + (all - count + 0.5) / (count + 0.5))
}

export function sizeOf({ isCommand }: SearchIndex): number {
  return isCommand.length
}
