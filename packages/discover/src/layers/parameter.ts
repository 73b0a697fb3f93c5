import type { Argument, Option, ParameterExtension } from '@atip/protocol'
import { isPlaceholder } from './placeholder.js'
import type { Place } from './place.js'
import { newPart, renamed, rulesIn, syntaxIn, unspokenPart, withRules, worseningPart } from './rules.js'
import { attribute, Draft, layerOf, type Sourced } from './sources.js'
import { isStronger } from './voices.js'

/** How a parameter is read. A layer that comes later changes nothing about it, or words would mean something else. */
const READING: ReadonlySet<string> = new Set(['name', 'flags', 'type', 'enum', 'items', 'x-atip'])

/** Fills in what a further layer knows of an option. `isListed`: a trusted layer lists it. */
export function mergeOption(before: Sourced<Option>, added: Option, place: Place, isListed: boolean): Sourced<Option> {
  const draft = new Draft(before)
  mergeDescription(draft, added, place)
  refineType(draft, added, place)
  for (const key of Object.keys(added)) {
    if (READING.has(key) || key === 'description' || (key === 'default' && hasChoices(draft.value))) continue
    mergeField(draft, key, (added as unknown as Record<string, unknown>)[key], place)
  }
  mergeParameterExtension(draft, added, place, isListed)
  return draft.done()
}

/** Of an argument only the wording is filled in, and what it does: where it stands is how operands are told apart. */
export function mergeArgument(
  before: Sourced<Argument>,
  added: Argument,
  place: Place,
  isListed: boolean,
): Sourced<Argument> {
  const draft = new Draft(before)
  mergeDescription(draft, added, place)
  mergeParameterExtension(draft, added, place, isListed)
  return draft.done()
}

/** A description that only repeats the name counts as none. */
export function mergeDescription(
  draft: Draft<{ name?: string; description?: string; flags?: string[] }>,
  { description, name: other }: { name?: string; description?: string },
  place: Place,
): void {
  if (description === undefined || description === draft.value.description) return
  const name = [draft.value.name ?? place.name, other ?? '', ...(draft.value.flags ?? [])]
  const isReal = !isPlaceholder(description, name)
  const isMissing = isPlaceholder(draft.value.description, name)
  const isWanted = isMissing
    ? isReal || draft.value.description === undefined
    : isReal && goesBefore(draft, 'description', place)
  if (isWanted) draft.set('description', description, place.layer)
}

/** The strongest layer that has a field says what it is. */
export function mergeField(draft: Draft<object>, key: string, value: unknown, place: Place): void {
  if (value === undefined) return
  const before = Object.hasOwn(draft.value, key) ? (draft.value as Record<string, unknown>)[key] : undefined
  if (before === value || (before !== undefined && !goesBefore(draft, key, place))) return
  draft.set(key, value, place.layer)
}

function goesBefore(draft: Draft<object>, key: string, { layer }: Place): boolean {
  return isStronger(layer, layerOf(draft.sourceOf(key)))
}

/** A stronger layer may say what kind of text a text is: the words stay the same, and fewer of them are right. */
function refineType(draft: Draft<Option>, added: Option, place: Place): void {
  if (draft.value.type !== 'string' || added.type === 'string' || added.type === 'boolean') return
  if (!goesBefore(draft, 'type', place)) return
  for (const key of ['type', 'enum', 'items'] as const) draft.set(key, added[key], place.layer)
  if (hasChoices(draft.value)) draft.set('default', added.default, place.layer)
}

/** A default must be one of them, so it comes from whoever lists them. */
function hasChoices(option: Option): boolean {
  return option.type === 'enum' || option.type === 'array' || option.enum !== undefined
}

function mergeParameterExtension(
  draft: Draft<Option> | Draft<Argument>,
  added: Option | Argument,
  place: Place,
  isListed: boolean,
): void {
  const extension = added['x-atip']
  if (extension === undefined) return
  // Who lists an option without a rule says that it changes nothing; wording does not prove them wrong.
  if (isListed && place.voice === 'inferred') return
  const before = draft.value['x-atip']
  if (before === extension) return
  const own = rulesIn(before)
  const rules = rulesIn(extension)
    .map((rule) => allowedPart(rule, own, place, isListed))
    .map((rule) => rule && newPart(rule, own))
    .filter((rule) => rule !== undefined)
    .map((rule) => renamed(rule, place.renames))
  const mayFillSyntax =
    before === undefined && !isListed && (draft.value.type === 'boolean') === (added.type === 'boolean')
  if (rules.length === 0 && !mayFillSyntax) return
  const base = mayFillSyntax ? syntaxIn(extension) : before
  const result = own.length === 0 ? withFirstRule(base, rules) : withRules(before, rules)
  if (result === undefined || Object.keys(result).length === 0) return
  draft.set('x-atip', result, attribute(before, result, draft.sourceOf('x-atip'), place.layer))
}

function allowedPart(rule: ParameterExtension, own: ParameterExtension[], place: Place, isListed: boolean) {
  if (place.voice === 'trusted') return unspokenPart(rule, own)
  if (isListed || place.guard !== undefined) return worseningPart(rule)
  return place.voice === 'inferred' && own.length > 0 ? undefined : own.length > 0 ? worseningPart(rule) : rule
}

/** Rules on a parameter that had none: the first stands on it, the others are its cases. */
function withFirstRule(
  base: ParameterExtension | undefined,
  [first, ...others]: readonly ParameterExtension[],
): ParameterExtension | undefined {
  if (first === undefined) return base
  return { ...base, ...first, ...(others.length > 0 && { cases: others }) }
}
