/** Converts escapes to characters and marks for fonts. Escapes that only concern print are removed. */

import { characterCoded, characterNamed } from './characters.js'
import { BOLD, ITALIC, ROMAN } from './marks.js'

export interface Fonts {
  current: string
  previous: string
}

/** Marks the end of a line with `\c`: the next line follows without a blank. */
export const JOINED = '\ue003'

/** A non-breaking space. */
export const HARD_BLANK = '\u00a0'

export function shown(text: string, fonts: Fonts): string {
  let out = ''
  let at = 0
  for (;;) {
    const next = text.indexOf('\\', at)
    if (next === -1) return out + text.slice(at)
    out += text.slice(at, next)
    const read = escapeAt(text, next, fonts)
    out += read.text
    at = read.end
  }
}

interface Read {
  text: string
  end: number
}

const PLAIN: Readonly<Record<string, string>> = {
  '\\': '\\',
  e: '\\',
  E: '\\',
  '-': '-',
  ' ': HARD_BLANK,
  '~': HARD_BLANK,
  '0': HARD_BLANK,
  "'": '´',
  '`': '`',
  _: '_',
  '.': '.',
  t: '\t',
  a: '\t',
  c: JOINED,
}

/** Escapes with an argument between two equal characters: `\h'2n'`. */
const DELIMITED = new Set('hvwlLDboxXZNCABRSH')

/** Escapes with a name: one character, `(xx` or `[name]`. */
const NAMED = new Set('mMFgkYVOn*$')

function escapeAt(text: string, start: number, fonts: Fonts): Read {
  const letter = text[start + 1]
  const end = start + 2
  if (letter === undefined) return { text: '', end: start + 1 }
  const plain = PLAIN[letter]
  if (plain !== undefined) return { text: plain, end }
  if (letter === 'f') return font(text, end, fonts)
  if (letter === '(' || letter === '[') {
    const name = nameAt(text, start + 1)
    return { text: characterNamed(name.text), end: name.end }
  }
  if (letter === 's') return { text: '', end: sizeEnd(text, end) }
  if (NAMED.has(letter)) return { text: '', end: nameAt(text, end).end }
  if (DELIMITED.has(letter)) return delimited(letter, text, end)
  return { text: '', end }
}

/** The name at a place: `x`, `(xx` or `[any]`. If it is not closed, it is one character. */
export function nameAt(text: string, at: number): Read {
  if (text[at] === '(') return { text: text.slice(at + 1, at + 3), end: Math.min(at + 3, text.length) }
  if (text[at] === '[') {
    const close = text.slice(at, at + LONGEST_NAME).indexOf(']')
    if (close !== -1) return { text: text.slice(at + 1, at + close), end: at + close + 1 }
  }
  return { text: text[at] ?? '', end: Math.min(at + 1, text.length) }
}

const LONGEST_NAME = 120

function font(text: string, at: number, fonts: Fonts): Read {
  const name = nameAt(text, at)
  return { text: changeFont(name.text, fonts), end: name.end }
}

export function changeFont(name: string, fonts: Fonts): string {
  const wanted = name === 'P' || name === '' ? fonts.previous : markOf(name)
  fonts.previous = fonts.current
  fonts.current = wanted
  return wanted
}

function markOf(name: string): string {
  if (/^(?:B|3|4|BI|CB|CBI|VB)$/.test(name)) return name === 'BI' || name === '4' ? ITALIC : BOLD
  return /^(?:I|2|CI|VI)$/.test(name) ? ITALIC : ROMAN
}

function sizeEnd(text: string, at: number): number {
  const sign = /[+-]/.test(text[at] ?? '') ? at + 1 : at
  if (text[sign] === '(' || text[sign] === '[') return nameAt(text, sign).end
  if (text[sign] === "'") return delimited('s', text, sign).end
  return /[1-3]/.test(text[sign] ?? '') && /\d/.test(text[sign + 1] ?? '') && sign === at
    ? sign + 2
    : Math.min(sign + 1, text.length)
}

function delimited(letter: string, text: string, at: number): Read {
  const mark = text[at]
  if (mark === undefined) return { text: '', end: at }
  const close = text.slice(at + 1, at + LONGEST_NAME).indexOf(mark)
  if (close === -1) return { text: '', end: at + 1 }
  const inside = text.slice(at + 1, at + 1 + close)
  return { text: drawn(letter, inside), end: at + close + 2 }
}

function drawn(letter: string, inside: string): string {
  if (letter === 'N') return characterCoded(Number(inside))
  if (letter === 'C') return characterNamed(inside)
  if (letter !== 'h') return ''
  const blanks = /^\+?0*(\d{1,2})[nm]?$/.exec(inside)
  return blanks ? HARD_BLANK.repeat(Number(blanks[1])) : ''
}
