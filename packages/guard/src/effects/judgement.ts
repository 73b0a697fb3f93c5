import type { EffectField, Effects, EffectSource, Harmless, PathUse, StdinMeaning } from '@atip/protocol'
import type { Verdict } from './verdict.js'

/** What one command line does, and how that is known. */
export interface Judgement {
  words: readonly string[]
  verdict: Verdict
  effects: Effects
  fields: KnownField[]
  harmless?: Harmless
  /** What was not understood, and so took claims of safety away. */
  doubts: Doubt[]
  /** Commands it runs in turn that could be followed. */
  runs: Judgement[]
  paths: PathUse[]
  stdin?: StdinMeaning['kind']
}

export interface KnownField {
  field: EffectField
  value: unknown
  source: { kind: EffectSource['kind'] | 'run'; name: string }
}

export interface Doubt {
  word: string
  reason: string
  message: string
}
