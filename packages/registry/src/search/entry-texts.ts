import type { Block } from './search-index.js'

/** The texts of a hit. Each is one line. */
export interface EntryText {
  name: string
  tool: string
  command: string
  description: string
}

/** The texts of all entries in one block. A hit is decoded on demand. */
export interface EntryTexts {
  text: Block<Uint8Array>
  /** The offset of each entry's texts, and of the end. */
  starts: Uint32Array
}

/** For an index whose texts are stored elsewhere. */
export const NO_TEXTS: EntryTexts = { text: new Uint8Array(), starts: new Uint32Array(1) }

/** This many characters suffice to say what a command is for; the rest is cut. */
const LONGEST_DESCRIPTION = 500

export function textsOf(entries: readonly EntryText[]): EntryTexts {
  const encoder = new TextEncoder()
  const parts = entries.map(({ name, tool, command, description }) =>
    encoder.encode([name, tool, command, shorten(description)].map(oneLine).join('\n')),
  )
  const text = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  const starts = new Uint32Array(parts.length + 1)
  for (const [index, part] of parts.entries()) {
    text.set(part, starts[index])
    starts[index + 1] = starts[index]! + part.length
  }
  return { text, starts }
}

export function textAt({ text, starts }: EntryTexts, entry: number): EntryText {
  const whole = new TextDecoder().decode(text.subarray(starts[entry], starts[entry + 1]))
  const [name = '', tool = '', command = '', description = ''] = whole.split('\n')
  return { name, tool, command, description }
}

export function shorten(text: string): string {
  return text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toWellFormed()
}
