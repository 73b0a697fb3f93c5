/**
 * Parses a synopsis: `tool [-v] [-o FILE | --stdout] SOURCE... [DEST]`. Brackets nest, `|` separates alternatives,
 * `...` repeats. The result is a flat list of options and operands, with the properties that follow from their places.
 */

import { insideOf } from '../spec/chunk.js'
import { parseSpec, type SpecMember } from '../spec/option-spec.js'
import { countNaming, type Naming } from './naming.js'
import { bundleOf, clusterOf, type FlagKnowledge } from './cluster.js'
import { isEllipsis, itemsOf } from './items.js'
import { operandOf, type UsageOperand } from './operand.js'
import { isOptionWord } from './words.js'

export interface UsageOption {
  flags: string[]
  negations: string[]
  /** Placeholders as written; empty for a switch. */
  values: string[]
  required: boolean
  repeatable: boolean
  /** From 0 to 1: how certain it is that `values` belong to it. */
  confidence: number
}

export interface UsageFacts {
  options: UsageOption[]
  operands: UsageOperand[]
}

interface Place {
  required: boolean
  repeated: boolean
  depth: number
}

interface Reader {
  facts: UsageFacts
  known: FlagKnowledge
}

/** Deeper brackets have no meaning, and following them would take time. */
const DEEPEST = 8

export function readSynopsis(text: string, naming: Naming, known: FlagKnowledge): UsageFacts {
  const reader: Reader = { facts: { options: [], operands: [] }, known }
  const items = itemsOf(text)
  const named = countNaming(items, naming)
  readAlternatives(withoutPath(items.slice(named), naming), { required: true, repeated: false, depth: 0 }, reader)
  return reader.facts
}

/** `tool [global options] apply [options]`: the command's name can come after a group. */
function withoutPath(items: string[], { path }: Naming): string[] {
  const at = items.findIndex((item, index) => index < 3 && item === path.at(-1))
  return at > 0 ? items.filter((_, index) => index !== at) : items
}

function readAlternatives(items: string[], place: Place, reader: Reader): void {
  const alternatives: string[][] = [[]]
  for (const item of items) {
    if (item === '|' || item === '||') alternatives.push([])
    else alternatives.at(-1)!.push(item)
  }
  if (alternatives.length === 1) return readSequence(items, place, reader)
  const operands = alternatives.map((alternative) => loneOperand(alternative))
  if (operands.every((operand) => operand !== undefined)) {
    const names = operands.flatMap((operand) => operand!.names)
    addOperand(
      {
        ...operands[0]!,
        names,
        choices: literalChoices(alternatives),
        variadic: operands.some((operand) => operand!.variadic),
      },
      place,
      reader,
    )
    return
  }
  // In `[--severity number | name]` the second word is another value.
  const isOtherValue =
    alternatives.length === 2 &&
    alternatives[0]!.length > 1 &&
    alternatives[0]![0]!.startsWith('-') &&
    operands[1] !== undefined &&
    place.depth > 0
  if (isOtherValue) return readSequence(alternatives[0]!, { ...place, required: false }, reader)
  for (const alternative of alternatives) {
    readSequence(
      alternative,
      { ...place, required: place.depth === 0 && alternative === alternatives[0] && place.required },
      reader,
    )
  }
}

function literalChoices(alternatives: string[][]): string[] {
  const words = alternatives.map(([word]) => word!)
  return words.every((word) => /^[a-z][\w-]*$/.test(word)) ? words : []
}

function loneOperand(items: string[]): Omit<UsageOperand, 'required'> | undefined {
  const words = items.filter((item) => !isEllipsis(item))
  if (words.length !== 1 || words[0]!.startsWith('-') || words[0]!.startsWith('[')) return undefined
  return operandOf(words[0]!, items.length > 1)
}

function readSequence(items: string[], place: Place, reader: Reader): void {
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!
    if (item === '--' || item === '-' || item === '[--]' || item === '[-]' || isEllipsis(item)) continue
    const repeated = isEllipsis(items[index + 1] ?? '')
    const here = { ...place, repeated: place.repeated || repeated }
    if (item.startsWith('-') || item.startsWith('+')) index += readOption(items, index, here, reader)
    else if (!readGroup(item, here, reader)) readOperand(item, here, reader)
  }
}

/** Returns how many of the items after the flag belong to it. */
function readOption(items: string[], index: number, place: Place, reader: Reader): number {
  const item = items[index]!
  if (isOptionWord(item.slice(1))) return 0
  const bundle = bundleOf(item, reader.known)
  if (bundle) {
    for (const letter of bundle) addOption([`-${letter}`], [], [], place, 0.8, reader)
    return 0
  }
  const spec = parseSpec(item, 0, { closed: true })
  if (!spec) return 0
  const letters =
    spec.members.length === 1 && spec.members[0]!.values.length === 0 ? clusterOf(item, reader.known) : undefined
  if (letters) {
    for (const letter of letters) addOption([`-${letter}`], [], [], place, 0.8, reader)
    return 0
  }
  const members = [...spec.members]
  let used = 0
  // `-c|-m|-n SPACE`: three options, of which only the last takes the value.
  const others = areAliases(members, reader.known) ? [] : members.splice(0, members.length - 1)
  for (const other of others) addOption(other.flags, other.negations, other.values, place, 0.9, reader)
  const flags = members.flatMap((member) => member.flags)
  const negations = members.flatMap((member) => member.negations)
  let values = members.find((member) => member.values.length > 0)?.values ?? []
  let confidence = 0.9
  if (values.length === 0) {
    const next = valueItems(items, index + used + 1, flags, place, reader)
    used += next.count
    values = next.values
    confidence = place.depth > 0 ? 0.9 : 0.6
  }
  if (items[index + used + 1] !== undefined && isEllipsis(items[index + used + 1]!)) used++
  addOption(flags, negations, values, place, confidence, reader)
  return used
}

/** `-a|--all` names one option, `-a|-b` two, unless the table knows better. */
function areAliases(members: SpecMember[], known: FlagKnowledge): boolean {
  if (members.length === 1 || members.some(({ joiner }) => joiner === 'comma')) return true
  const flags = members.flatMap((member) => member.flags)
  if (known.areSame(flags)) return true
  const long = flags.filter((flag) => flag.startsWith('--')).length
  return members.length === 2 && long === 1 && !flags.some((flag) => known.has(flag))
}

function valueItems(
  items: string[],
  from: number,
  flags: string[],
  place: Place,
  reader: Reader,
): { values: string[]; count: number } {
  const none = { values: [], count: 0 }
  const next = items[from]
  if (next === undefined || next.startsWith('-') || next === '|') return none
  const known = flags.map((flag) => reader.known.takesValue(flag)).find((answer) => answer !== undefined)
  const optional = insideOf(next, '[')
  if (optional !== undefined) {
    const isValue = place.depth > 0 && from === items.length - 1 && !optional.startsWith('-') && !isOptionWord(optional)
    return isValue && known !== false ? { values: [next], count: 1 } : none
  }
  if (place.depth === 0 && (known === false || isOptionWord(next))) return none
  if (place.depth === 0 && known === undefined && reader.known.isOperand(next)) return none
  const values = [next]
  const again = insideOf(items[from + 1] ?? '', '[')
  if (again !== undefined && again.startsWith(next)) return { values: [next, items[from + 1]!], count: 2 }
  if (place.depth > 0 && known === undefined) {
    // In brackets, everything after the flag belongs to it: `[-f filter code]`, `[--arg NAME VALUE]`.
    for (const item of items.slice(from + 1)) {
      if (item.startsWith('-') || item.startsWith('[') || isEllipsis(item)) break
      values.push(item)
    }
  }
  return { values, count: values.length }
}

function addOption(
  flags: string[],
  negations: string[],
  values: string[],
  place: Place,
  confidence: number,
  reader: Reader,
): void {
  const repeatable = place.repeated
  reader.facts.options.push({
    flags,
    negations,
    values,
    required: place.required && place.depth === 0,
    repeatable,
    confidence,
  })
}

/** Reads the item if it is a bracket group, and returns whether it is one. */
function readGroup(item: string, place: Place, reader: Reader): boolean {
  const bare = item.replace(/(\.{2,}|\u2026|\*|\+)$/, '')
  const repeated = place.repeated || bare !== item
  const square = insideOf(bare, '[')
  const inside = square ?? insideOf(bare, '(') ?? braces(bare) ?? angle(bare)
  if (inside === undefined || place.depth >= DEEPEST) return false
  if (!inside.startsWith('-') && isOptionWord(inside)) return true
  const inner = { required: place.required && square === undefined, repeated, depth: place.depth + 1 }
  const items = itemsOf(inside)
  const trailing = isEllipsis(items.at(-1) ?? '') && items.length === 2
  readAlternatives(items, { ...inner, repeated: inner.repeated || trailing }, reader)
  return true
}

/** `{a,b,c}` lists choices; `{-a | -b}` and `{<x> | <y>}` are groups. */
function braces(item: string): string | undefined {
  const inside = insideOf(item, '{')
  return inside !== undefined && (/[|<[]/.test(inside) || inside.startsWith('-')) ? inside : undefined
}

function angle(item: string): string | undefined {
  const inside = insideOf(item, '<')
  return inside?.startsWith('-') ? inside : undefined
}

function readOperand(item: string, place: Place, reader: Reader): void {
  const operand = operandOf(item, place.repeated)
  if (operand) addOperand(operand, place, reader)
}

function addOperand(operand: Omit<UsageOperand, 'required'>, place: Place, reader: Reader): void {
  reader.facts.operands.push({ ...operand, variadic: operand.variadic || place.repeated, required: place.required })
}
