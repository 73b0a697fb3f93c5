import {
  closest,
  EFFECT_FIELDS,
  effectClassOf,
  fieldOf,
  NO_EFFECTS,
  worst,
  type CallEffects,
  type EffectClass,
  type EffectField,
  type Effects,
  type EffectSource,
  type Harmless,
  type PathUse,
  type StdinMeaning,
} from '@atip/protocol/calls'
import { judgeWords } from '../line/judge-line.js'
import type { LineFinding } from '../line/finding.js'
import type { LineOptions } from '../line/line-walk.js'
import { doubtsOf, type Doubt } from './doubts.js'

/** The effects of one call, from the findings on which decisions rest, and their sources. */
export interface FollowedEffects {
  words: readonly string[]
  verdict: EffectClass
  effects: Effects
  fields: KnownField[]
  harmless?: Harmless
  /** What was not understood, and therefore invalidates claims of safety. */
  doubts: Doubt[]
  /** Commands that it runs in turn. */
  runs: { words: readonly string[]; verdict: EffectClass }[]
  paths: PathUse[]
  stdin?: StdinMeaning['kind']
  /** What it writes or contacts only for itself: a cache, a log, a check for updates. */
  incidental?: CallEffects['incidental']
}

export interface KnownField {
  field: EffectField
  value: unknown
  source: { kind: EffectSource['kind'] | 'run'; name: string }
}

export interface EffectsOptions extends Pick<LineOptions, 'lookup' | 'cwd' | 'home'> {
  /** Names of known programs, for the likely meaning of an unknown one. */
  programs?: () => readonly string[]
}

/** The effects of a call and of everything it runs. Throws `NotLoaded` if a module has to be loaded first. */
export function effectsOfCall(words: readonly string[], { programs, ...options }: EffectsOptions): FollowedEffects {
  const findings = judgeWords(words, options)
  const calls = findings.filter(({ about }) => about === 'call')
  const own = calls.find(({ span }) => span !== undefined)?.facts
  const inner = calls.filter(({ span }) => span === undefined)
  const effects = worst(...findings.map(effectsFound))
  const { harmless, incidental, paths = [], stdin } = own?.found ?? {}
  return {
    words,
    verdict: effectClassOf(effects, inner.length === 0 ? harmless : undefined),
    effects,
    fields: fieldsOf(effects, own, words, inner),
    ...(harmless && { harmless }),
    doubts: doubtsOf(findings, (word) => closest(word, programs?.() ?? [])),
    runs: inner.map((run) => ({
      words: run.argv,
      verdict: effectClassOf(effectsFound(run), run.facts?.found.harmless),
    })),
    paths,
    ...(stdin && { stdin: stdin.kind }),
    ...(incidental && { incidental }),
  }
}

/** Without known effects, the decision implies them: allowed code only reads, denied code is destructive. */
function effectsFound({ effects, decision }: LineFinding): Effects {
  if (effects !== undefined) return effects
  if (decision === 'allow') return { ...NO_EFFECTS, filesystem: { ...NO_EFFECTS.filesystem, read: true } }
  return decision === 'deny' ? { destructive: true } : {}
}

function fieldsOf(
  effects: Effects,
  own: LineFinding['facts'],
  words: readonly string[],
  inner: readonly LineFinding[],
): KnownField[] {
  return EFFECT_FIELDS.filter((field) => fieldOf(effects, field) !== undefined).map((field) => {
    const value = fieldOf(effects, field)
    return { field, value, source: sourceOf(field, value, own, words, inner) }
  })
}

/** The call itself, if its own effects say so; otherwise a command that it runs. */
function sourceOf(
  field: EffectField,
  value: unknown,
  own: LineFinding['facts'],
  words: readonly string[],
  inner: readonly LineFinding[],
): KnownField['source'] {
  const source = own?.found.sources[field]
  const says = (other: Effects) => JSON.stringify(fieldOf(other, field)) === JSON.stringify(value)
  const isOwn = own !== undefined && says(own.found.own) && source !== undefined
  const run = isOwn ? undefined : inner.find((one) => says(one.effects ?? {}))
  if (run !== undefined) return { kind: 'run', name: run.argv.join(' ') }
  if (source?.kind === 'option') return { kind: 'option', name: source.flag }
  if (source?.kind === 'argument') return { kind: 'argument', name: source.name }
  const path = source?.kind === 'command' ? source.path : []
  return { kind: source?.kind ?? 'tool', name: [words[0], ...path].join(' ') }
}
