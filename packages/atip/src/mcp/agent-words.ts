import { effectClassOf } from '@atip/guard/effects'
import type { Effects } from '@atip/protocol'

/** Texts for models, which are short because models read them with every call. */

/** One line of limited length. */
export function brief(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  const points = [...line]
  return points.length <= most
    ? line
    : `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** The effects of a command, in a word or two. */
export function effectWord(effects: Effects, isWorseWithOptions: boolean): string {
  const word = effectClassOf(effects, undefined)
  return isWorseWithOptions && word !== 'destructive' ? `${word}, options can destroy` : word
}
