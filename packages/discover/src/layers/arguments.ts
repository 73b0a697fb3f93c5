import type { Argument } from '@atip/protocol'
import { withoutCalm } from './calm.js'
import { doubtful, isDoubted } from './doubt.js'
import { mergeArgument } from './parameter.js'
import type { Holder, Place } from './place.js'
import type { Renames } from './rules.js'
import { copyMap, layerOf, partOf, type Draft } from './sources.js'

/**
 * A list of arguments is taken whole from whoever is believed first: it says which word is which. Another layer's list
 * fills in wording where it clearly speaks of the same operand.
 */
export function mergeArguments(
  draft: Draft<Holder>,
  added: readonly Argument[],
  place: Place,
  ofOptions: Renames,
): Renames {
  const before = draft.value.arguments
  if (before === added || added.length === 0) return ofOptions
  const renames = new Map(ofOptions)
  if (before === undefined || before.length === 0) {
    if (place.closers.length === 0) draft.set('arguments', newArguments(draft, added, place, renames), place.layer)
    return renames
  }
  const source = draft.sourceOf('arguments')
  const parts = copyMap(typeof source === 'string' ? {} : source.parts)
  const isListed = (place.known?.arguments?.length ?? 0) > 0
  const list = before.map((argument, index) => {
    const other = counterpart(before, index, added)
    if (other === undefined) return argument
    if (other.name !== argument.name) renames.set(other.name, argument.name)
    const after = mergeArgument({ value: argument, source: partOf(source, String(index)) }, other, place, isListed)
    if (after.value !== argument) parts[index] = after.source
    return after.value
  })
  const isChanged = list.some((argument, index) => argument !== before[index])
  if (isChanged) draft.set('arguments', list, { from: layerOf(source), parts })
  return renames
}

function newArguments(
  draft: Draft<Holder>,
  added: readonly Argument[],
  place: Place,
  renames: Map<string, string>,
): Argument[] {
  const { guard, known } = place
  if (guard === undefined) return [...added]
  const taken = new Set((draft.value.options ?? []).map(({ name }) => name))
  return added.map((argument) => {
    let { name } = argument
    for (let count = 2; guard.calmingNames.has(name) && !taken.has(name); count++) name = `${argument.name}-${count}`
    if (name !== argument.name) renames.set(argument.name, name)
    if (known !== undefined && isDoubted(place)) place.newHere.push(name)
    const checked = known === undefined ? withoutCalm(argument) : doubtful(argument, place)
    return name === argument.name ? checked : { ...checked, name }
  })
}

/** The argument of another list that means the same operand: by its name, or by its place in a list of the same form. */
function counterpart(list: readonly Argument[], index: number, others: readonly Argument[]): Argument | undefined {
  const argument = list[index]!
  const byName = others.find(({ name }) => plain(name) === plain(argument.name))
  if (byName !== undefined) return byName
  const isSameForm =
    list.length === others.length && list.every((one, place) => isVariadic(one) === isVariadic(others[place]!))
  const other = isSameForm ? others[index] : undefined
  return list.some(({ name }) => plain(name) === plain(other?.name ?? '')) ? undefined : other
}

function isVariadic({ variadic, type }: Argument): boolean {
  return variadic === true || type === 'array'
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[-_ ]?operand$/, '')
    .replace(/[-_ ]/g, '')
}
