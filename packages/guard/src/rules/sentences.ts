import {
  EFFECT_WORDS,
  effectPhrase,
  fieldOf,
  findCommand,
  harmfulValue,
  humanise,
  type AtipTool,
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

/**
 * What a call does, in words for the user. `about` is the purpose of its command, by the description; it is quoted if
 * the effects alone say little: `git push` uses the network, as many commands do.
 */
export function sentenceOf(effects: Effects, paths: readonly string[], about?: string): string {
  const { destructive, network, subprocess, filesystem } = effects
  const what = paths.length > 0 ? `: ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' …' : ''}` : ''
  if (destructive === true) {
    const isOnlyDeleting = filesystem?.delete === true && filesystem.write !== true
    return `${isOnlyDeleting ? 'deletes' : EFFECT_WORDS.destructive.does} for good${what}`
  }
  const runsCode = subprocess === true && destructive === undefined
  const does = [
    ...(network === true ? [sends(effects) ? 'sends something over the network' : EFFECT_WORDS.network.does] : []),
    ...(filesystem?.write === true
      ? [paths.length > 0 ? `writes${what.slice(1)}` : EFFECT_WORDS['filesystem.write'].does]
      : []),
    ...(filesystem?.write !== true && filesystem?.delete === true
      ? [paths.length > 0 ? `deletes${what.slice(1)}` : EFFECT_WORDS['filesystem.delete'].does]
      : []),
    ...(runsCode ? ['runs project code atip cannot see'] : []),
    ...(changesSystem(effects) ? [CHANGES_SYSTEM] : []),
  ]
  if (does.length === 0) return 'what this does is not fully known'
  const isTold = paths.length > 0 || ((does.length > 1 || runsCode) && !sends(effects))
  return `${does.join(', ')}${about === undefined || isTold ? '' : ` (${about})`}`
}

/** What a call is for, by its description. */
export function purposeOf(tool: AtipTool, { path }: ParsedCall): string | undefined {
  return findCommand(tool, path)?.command.description ?? tool.description
}

/** Whether it makes something elsewhere: a commit, a release, a message. */
function sends({ network, idempotent, modifies }: Effects): boolean {
  return network === true && idempotent === false && (modifies === undefined || modifies.includes('remote'))
}

const CHANGES_SYSTEM = 'changes the state of the system'

function changesSystem({ modifies }: Effects): boolean {
  return modifies?.some((one) => one !== 'files' && one !== 'remote') === true
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
  const parameter = uses.find((use) => use.kind === 'option' && use.parameter.name === source.name)?.parameter
  const about = source.note ?? parameter?.description
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
]

/** Effects that are also mentioned if they are unknown. */
const ASKED: readonly EffectField[] = ['destructive', 'filesystem.write', 'network']

/** Effects in a few words each, the gravest first, including unknown ones. */
export function effectWords(effects: Effects): string[] {
  const known = [
    ...GRAVEST.filter((field) => fieldOf(effects, field) === harmfulValue(field)).map((field) =>
      effectPhrase(field, harmfulValue(field))!,
    ),
    ...(changesSystem(effects) ? [CHANGES_SYSTEM] : []),
    ...(isLost(effects) ? [EFFECT_WORDS.reversible.does] : []),
  ]
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

/** Whether it cannot be undone. A file or folder that it makes, and that replaces nothing, can be deleted again. */
function isLost(effects: Effects): boolean {
  const { reversible, destructive, network, filesystem } = effects
  const onlyMakes = destructive === false && network === false && filesystem?.delete === false
  return reversible === false && !(onlyMakes && filesystem.write === true && !changesSystem(effects))
}
