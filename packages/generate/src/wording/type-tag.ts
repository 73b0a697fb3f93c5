/**
 * yargs and similar libraries print the type of an option after its description: `[string]`, `[boolean]`, `[array]`.
 */

import type { FoundValue } from '../found.js'

export type TypeTag = 'switch' | { type?: NonNullable<FoundValue['type']>; many: boolean } | undefined

const TAG =
  /\[(string|boolean|number|array|count|chaîne de caractères|booléen|nombre|cadena de caracteres|booleano|número|zeichenkette|boolesch|zahl)\]/i

const MEANING: Record<string, TypeTag> = {
  boolean: 'switch',
  count: 'switch',
  booléen: 'switch',
  booleano: 'switch',
  boolesch: 'switch',
  number: { type: 'number', many: false },
  nombre: { type: 'number', many: false },
  número: { type: 'number', many: false },
  zahl: { type: 'number', many: false },
  array: { many: true },
}

export function typeTag(text: string): TypeTag {
  const match = TAG.exec(text)
  if (!match) return spelledType(text)
  return MEANING[match[1]!.toLowerCase()] ?? { many: false }
}

/** gflags: `(text) type: int32 default: 80`. */
function spelledType(text: string): TypeTag {
  const match = /\) type: (bool|string|u?int(?:32|64)?|double|float) default: /.exec(text)
  if (!match) return undefined
  if (match[1] === 'bool') return 'switch'
  if (match[1] === 'string') return { many: false }
  return { type: match[1]!.includes('int') ? 'integer' : 'number', many: false }
}
