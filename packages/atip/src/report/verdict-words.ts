import type { EffectClass } from '@atip/guard/effects'
import type { Paint, Style } from 'tooli/terminal'

/** Verdicts as words in a column. */
const WORDS: Readonly<Record<EffectClass, string>> = {
  'read-only': 'read-only',
  'reads-elsewhere': 'reads remote',
  harmless: 'harmless',
  changes: 'changes',
  destructive: 'destructive',
  unknown: 'unknown',
}

/** Wide enough for every word and the mark. */
export const VERDICT_COLUMN = 13

export const MARK_LEGEND = '* destructive with some options'

export function verdictWord(verdict: EffectClass, isWorseWithOptions = false): string {
  return isWorseWithOptions ? `${WORDS[verdict]}*` : WORDS[verdict]
}

export function verdictPaint(verdict: EffectClass, style: Style): Paint {
  if (verdict === 'destructive') return style.red
  if (verdict === 'changes') return style.yellow
  return verdict === 'unknown' ? style.dim : style.green
}
