/** Strings, numbers and macros that a page defines, and the expansion of references to them. */

import { nameAt } from './text/escapes.js'

export interface Definitions {
  strings: Map<string, string>
  numbers: Map<string, number>
  macros: Map<string, string[]>
  /** How many characters references may still insert; stops pages that double themselves. */
  left: number
}

export function initialDefinitions(left: number): Definitions {
  return {
    strings: new Map([
      ['R', '®'],
      ['S', ''],
      ['lq', '“'],
      ['rq', '”'],
      ['Tm', '™'],
      ['Aq', "'"],
      ['.T', 'utf8'],
    ]),
    numbers: new Map([
      ['.g', 1],
      ['.l', 78],
    ]),
    macros: new Map(),
    left,
  }
}

const DEEPEST = 8

/** Expands `\*(xx`, `\n(xx` and, inside a macro, `\$1`. */
export function interpolated(text: string, definitions: Definitions, args: readonly string[], depth = 0): string {
  if (!/\\[*n$]/.test(text)) return text
  let out = ''
  let at = 0
  for (;;) {
    const next = text.indexOf('\\', at)
    if (next === -1) return out + text.slice(at)
    const letter = text[next + 1] ?? ''
    if (!'*n$'.includes(letter) || letter === '') {
      out += text.slice(at, next + 2)
      at = next + 2
      continue
    }
    out += text.slice(at, next)
    const start = letter === 'n' && /[+-]/.test(text[next + 2] ?? '') ? next + 3 : next + 2
    const name = nameAt(text, start)
    const put = valueOf(letter, name.text, definitions, args)
    at = Math.max(name.end, next + 2)
    if (put.length > definitions.left) continue
    definitions.left -= put.length
    out += letter === '*' && depth < DEEPEST ? interpolated(put, definitions, args, depth + 1) : put
  }
}

function valueOf(letter: string, name: string, definitions: Definitions, args: readonly string[]): string {
  if (letter === '*') return definitions.strings.get(name.split(' ', 1)[0]!) ?? ''
  if (letter === 'n') return String(name === '.$' ? args.length : (definitions.numbers.get(name) ?? 0))
  if (name === '*') return args.join(' ')
  if (name === '@') return args.map((word) => `"${word}"`).join(' ')
  return args[Number(name) - 1] ?? ''
}

/** A stored text is parsed again when it is used, so one of two backslashes is removed. */
export function copied(text: string): string {
  return text.replace(/\\\\/g, '\\')
}
