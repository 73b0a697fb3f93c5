/** The arguments of fish's `complete`. */

import type { CompletionWord } from './tokens.js'

export interface FishEntry {
  commands: string[]
  shorts: string[]
  longs: string[]
  olds: string[]
  arguments: string[]
  conditions: string[]
  description?: string
  needsValue: boolean
  noFiles: boolean
  forcesFiles: boolean
  isErased: boolean
}

/** Letter, long name, and whether it takes a value. */
const OPTIONS: readonly [string, string, boolean][] = [
  ['c', 'command', true],
  ['p', 'path', true],
  ['s', 'short-option', true],
  ['l', 'long-option', true],
  ['o', 'old-option', true],
  ['a', 'arguments', true],
  ['n', 'condition', true],
  ['d', 'description', true],
  ['w', 'wraps', true],
  ['C', 'do-complete', true],
  ['r', 'require-parameter', false],
  ['x', 'exclusive', false],
  ['f', 'no-files', false],
  ['F', 'force-files', false],
  ['k', 'keep-order', false],
  ['e', 'erase', false],
  ['u', 'unauthoritative', false],
  ['A', 'authoritative', false],
  ['h', 'help', false],
]
const BY_LETTER = new Map(OPTIONS.map(([letter, , takesValue]) => [letter, takesValue]))
const BY_NAME = new Map(OPTIONS.map(([letter, name]) => [name, letter]))

export function entryOf(words: readonly CompletionWord[]): FishEntry {
  const entry: FishEntry = {
    commands: [],
    shorts: [],
    longs: [],
    olds: [],
    arguments: [],
    conditions: [],
    needsValue: false,
    noFiles: false,
    forcesFiles: false,
    isErased: false,
  }
  for (let at = 0; at < words.length; at++) {
    const { text } = words[at]!
    if (text.startsWith('--')) {
      const [name, attached] = splitOnce(text.slice(2), '=')
      const letter = BY_NAME.get(name)
      if (letter === undefined) continue
      if (attached !== undefined || !BY_LETTER.get(letter)) set(entry, letter, attached ?? '')
      else set(entry, letter, words[++at]?.text ?? '')
    } else if (/^-./.test(text)) at = bundle(entry, text, words, at)
    else entry.commands.push(text)
  }
  return entry
}

/** `-xa LIST` is `-x -a LIST`. */
function bundle(entry: FishEntry, text: string, words: readonly CompletionWord[], at: number): number {
  for (let index = 1; index < text.length; index++) {
    const letter = text[index]!
    if (!BY_LETTER.get(letter)) {
      set(entry, letter, '')
      continue
    }
    const attached = text.slice(index + 1)
    if (attached !== '') {
      set(entry, letter, attached.replace(/^=/, ''))
      return at
    }
    set(entry, letter, words[at + 1]?.text ?? '')
    return at + 1
  }
  return at
}

function set(entry: FishEntry, letter: string, value: string): void {
  switch (letter) {
    case 'c':
    case 'p':
      entry.commands.push(value)
      break
    case 's':
      entry.shorts.push(value)
      break
    case 'l':
      entry.longs.push(value)
      break
    case 'o':
      entry.olds.push(value)
      break
    case 'a':
      entry.arguments.push(value)
      break
    case 'n':
      entry.conditions.push(value)
      break
    case 'd':
      entry.description = value
      break
    case 'r':
      entry.needsValue = true
      break
    case 'x':
      entry.needsValue = true
      entry.noFiles = true
      break
    case 'f':
      entry.noFiles = true
      break
    case 'F':
      entry.forcesFiles = true
      break
    case 'e':
      entry.isErased = true
      break
  }
}

function splitOnce(text: string, sign: string): [string, string | undefined] {
  const at = text.indexOf(sign)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
