import type { Dictionary } from './dictionary.js'
import type { EntryTexts } from './entry-texts.js'

/** All data that queries need, in the format that is stored on disk. */
export interface SearchIndex {
  texts: EntryTexts
  /** Whether an entry is a command below a tool. */
  isCommand: Uint8Array
  /** Postings of commonly used entries, weighted by how common they are. */
  common: Uint32Array
  effects: Uint16Array
  /** The entries of each term, with weights. */
  terms: Dictionary
  /** The entries of each tool, by lower-case name. */
  tools: Dictionary
  /** The entries of each name, in lower case. */
  names: Dictionary
}

/** A long array of which a query needs little: in memory, or read from a file in pieces. */
export interface Block<Piece> {
  readonly length: number
  /** From `start` up to `end`; shorter at the end of the array. */
  subarray(start?: number, end?: number): Piece
}

/** The weight of a command below a tool, relative to the tool itself, for the tool's name and for how common it is. */
export const BELOW = 0.3

/** The inverse document frequency of a term that occurs in `count` of all entries. */
export function rarityOf(count: number, all: number): number {
  return Math.log(1 + (all - count + 0.5) / (count + 0.5))
}

export function sizeOf({ isCommand }: SearchIndex): number {
  return isCommand.length
}
