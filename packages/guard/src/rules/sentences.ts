import {
  EFFECT_WORDS,
  effectPhrase,
  fieldOf,
  harmfulValue,
  humanise,
  type CallEffects,
  type EffectField,
  type Effects,
  type Leftover,
  type ParsedCall,
} from '@atip/protocol/calls'
import { decode } from '../shell/encoded.js'
import { readable } from '../shell/word.js'
import { isAboutDescription } from '../facts/unusable-description.js'
import type { RuleId } from './rules.js'

/** The name of the built-in rule for a call that changes something, or whose effects are not fully known. */
export function ruleOf(effects: Effects): RuleId {
  if (effects.network === true) return 'network'
  if (effects.filesystem?.write === true || effects.filesystem?.delete === true) return 'writes'
  return effects.destructive === undefined ? 'unknown-effects' : 'changes'
}

/** What a call does, in words for the user, and which of its words is to blame. */
export function sentenceOf(effects: Effects, paths: readonly string[], blame = ''): string {
  const what = paths.length > 0 ? `: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}` : ''
  if (effects.destructive === true) {
    const isOnlyDeleting = effects.filesystem?.delete === true && effects.filesystem.write !== true
    const does = isOnlyDeleting ? 'deletes' : EFFECT_WORDS.destructive.does
    return `${does} for good${what}${blame}`
  }
  const does = [
    ...(effects.network === true ? [EFFECT_WORDS.network.does] : []),
    ...(effects.filesystem?.write === true
      ? [paths.length > 0 ? `writes${what.slice(1)}` : EFFECT_WORDS['filesystem.write'].does]
      : []),
    ...(effects.filesystem?.write !== true && effects.filesystem?.delete === true
      ? [paths.length > 0 ? `deletes${what.slice(1)}` : EFFECT_WORDS['filesystem.delete'].does]
      : []),
    ...(effects.subprocess === true && effects.destructive === undefined ? ['runs project code atip cannot see'] : []),
    ...(effects.modifies?.some((one) => one !== 'files') === true ? ['changes the state of the system'] : []),
  ]
  return does.length > 0 ? does.join(', ') : 'what this does is not fully known'
}

const SUSPICIONS: Record<NonNullable<Leftover['suspicion']>, string> = {
  act: 'sounds like an act',
  address: 'names an address',
  file: 'names a file',
}

/** Why a word that is not described does not count as harmless. */
export function suspicionIn(doubts: readonly Leftover[]): string | undefined {
  const unusable = doubts.find(isAboutDescription)
  if (unusable !== undefined) return `its effects are not known: ${unusable.word}`
  const found = doubts.find(({ suspicion }) => suspicion !== undefined)
  return found && `${readable(decode(found.word))} is not described, and ${SUSPICIONS[found.suspicion!]}`
}

/** The option that makes a call destructive, with its description. */
export function blameFor({ sources }: CallEffects, { uses }: ParsedCall): string {
  const source = sources.destructive
  if (source?.kind !== 'option') return ''
  const parameter = uses.find((use) => use.kind === 'option' && use.flag === source.flag)?.parameter
  const about = parameter?.['x-atip']?.note ?? parameter?.description
  const isTelling = about !== undefined && about !== humanise(parameter?.name ?? '')
  return `, because of ${readable(decode(source.flag))}${isTelling ? ` (${about})` : ''}`
}

/** The effects that users want to know, the gravest first. */
const GRAVEST: readonly EffectField[] = [
  'destructive',
  'filesystem.delete',
  'filesystem.write',
  'network',
  'subprocess',
  'cost.billable',
  'interactive.stdin',
  'reversible',
]

/** Effects that are also mentioned if they are unknown. */
const ASKED: readonly EffectField[] = ['destructive', 'filesystem.write', 'network']

/** Effects in a few words each, the gravest first, including unknown ones. */
export function effectWords(effects: Effects): string[] {
  const known = GRAVEST.filter((field) => fieldOf(effects, field) === harmfulValue(field)).map((field) =>
    effectPhrase(field, harmfulValue(field))!,
  )
  const unknown = ASKED.filter((field) => fieldOf(effects, field) === undefined).map(
    (field) => EFFECT_WORDS[field].does,
  )
  if (unknown.length > 0) {
    const rest = unknown.length > 1 ? `${unknown.slice(0, -1).join(', ')} or ${unknown.at(-1)}` : unknown[0]!
    return [...known, `unknown whether it ${rest}`]
  }
  if (known.length > 0) return known
  return [effects.filesystem?.read === true ? 'only reads' : 'changes nothing']
}
