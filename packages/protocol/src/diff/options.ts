import type { Option } from '../types/tool.js'
import { appeared, changed, parameterPlace, vanished, type Change, type ChangePlace } from './change.js'
import { equal } from '../equal.js'
import { pairUp, type Pairing } from './pairing.js'
import { diffParameter, rulesIn } from './parameter.js'
import { diffRules, type Bases } from './x-atip-rules.js'

/** What a list of options or arguments belongs to. */
export interface OptionOwner {
  place: ChangePlace
  bases: Bases
  /** The old description says that unlisted options have no effect. */
  isSilenceSafe: boolean
  globalsBefore: ReadonlyMap<string, Option>
  globalsAfter: ReadonlyMap<string, Option>
}

export function* diffOptions(
  type: 'option' | 'globalOption',
  before: readonly Option[] = [],
  after: readonly Option[] = [],
  owner: OptionOwner,
): Generator<Change> {
  if (equal(before, after)) return
  // An option that kept a flag was renamed, not replaced.
  const pairing = pairUp(before, after, ({ flags }) => flags)
  const placeOf = ({ name }: Option) => parameterPlace(owner.place, type, name)
  for (const [old, now] of pairing.pairs) yield* diffParameter(old, now, placeOf(old), owner.bases)
  for (const option of pairing.gone) {
    const global = type === 'option' ? owner.globalsAfter.get(option.name) : undefined
    if (global === undefined) yield vanished('breaking', placeOf(option), `: ${option.flags.join(', ')}`)
    else yield* diffMoved(option, global, placeOf(option), owner.bases, true)
  }
  for (const option of pairing.fresh) {
    const global = type === 'option' ? owner.globalsBefore.get(option.name) : undefined
    if (global === undefined) yield* diffFresh(option, placeOf(option), owner)
    else yield* diffMoved(global, option, placeOf(option), owner.bases, false)
  }
  yield* diffTakenFlags(before, pairing, placeOf, owner.bases)
}

/** A command's own option that became a global one, or the other way round. */
function* diffMoved(old: Option, now: Option, place: ChangePlace, bases: Bases, isGlobal: boolean): Generator<Change> {
  yield changed('compatible', place, 'global', !isGlobal, isGlobal)
  yield* diffParameter(old, now, place, bases)
}

function* diffFresh(option: Option, place: ChangePlace, { bases, isSilenceSafe }: OptionOwner): Generator<Change> {
  const isRequired = option.required === true
  yield appeared(isRequired ? 'breaking' : 'compatible', place, isRequired ? ' and required' : '')
  if (isSilenceSafe) yield* diffRules([], rulesIn(option['x-atip']), place, bases)
}

/** A flag that went from one option to another: `-f` was --file and is now --force. */
function* diffTakenFlags(
  before: readonly Option[],
  { pairs, fresh }: Pairing<Option>,
  placeOf: (option: Option) => ChangePlace,
  bases: Bases,
): Generator<Change> {
  const holders = new Map(before.flatMap((option) => option.flags.map((flag) => [flag, option] as const)))
  const candidates: [Option | undefined, Option][] = [
    ...pairs,
    ...fresh.map((option) => [undefined, option] as [undefined, Option]),
  ]
  for (const [old, now] of candidates) {
    for (const flag of now.flags) {
      const holder = holders.get(flag)
      if (holder === undefined || holder === old) continue
      const place = placeOf(now)
      const here = { ...place, title: `${place.title}, by the flag ${flag} of "${holder.name}"` }
      for (const change of diffRules(rulesIn(holder['x-atip']), rulesIn(now['x-atip']), here, bases)) {
        if (change.kind === 'danger') yield change
      }
    }
  }
}
