import type { ParsedCall } from '@atip/protocol/calls'
import { decode } from './encoded.js'
import { literal, textOf, type Word } from './word.js'

/**
 * The name and the positional parameters of a child shell: `sh -c LINE NAME WORDS…`, `sh FILE WORDS…`, `sh -s WORDS…`.
 */
export function operandsIn({ uses }: ParsedCall): Word[] | undefined {
  const operands = uses.filter(({ kind }) => kind === 'argument').flatMap(({ words }) => words.map(decode))
  if (operands.length === 0) return undefined
  const isNameless = uses.some(({ kind, parameter }) => kind === 'option' && parameter.name === 's')
  return isNameless ? [literal('sh'), ...operands] : operands
}

/** `sh -x`, `sh -o xtrace`: the child shell prints every command with its words. */
export function isTracing({ uses }: ParsedCall): boolean {
  return uses.some(({ kind, parameter: { name }, words }) => {
    if (kind !== 'option') return false
    return name === 'x' || (name === 'o' && words.some((word) => (textOf(decode(word)) ?? 'xtrace') === 'xtrace'))
  })
}

/** `sh -o NAME`, `bash -O NAME`. Undefined if a name is unknown. */
export function optionsSet({ uses }: ParsedCall): string[] | undefined {
  const words = uses.filter(({ kind, parameter: { name } }) => kind === 'option' && /^o$/i.test(name))
  const names = words.flatMap((use) => use.words.map((word) => textOf(decode(word))))
  return names.every((name) => name !== undefined) ? names : undefined
}
