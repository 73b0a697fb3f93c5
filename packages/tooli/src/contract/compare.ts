import { walkCommands, type AtipTool, type Parameter } from '@atip/protocol'
import { diff, type Change } from '@atip/protocol/diff'
import { differences } from '../output/differences.js'
import { fromAtip } from './atip-changes.js'
import { titleOf, type SurfaceChange } from './change.js'
import { commandChanges } from './command-changes.js'
import { surfaceOfCommand } from './command-surface.js'
import type { Contract } from './contract.js'
import { commandAt, parameterIn } from './find.js'
import { parameterChanges } from './parameter-changes.js'
import { surfaceOf } from './parameter-surface.js'
import { toolChanges } from './tool-changes.js'

/** A contract, and its description for the comparison. */
export interface ReadContract {
  contract: Contract
  tool: AtipTool
}

/** All differences between the code and its contract; breaking changes come first. */
export function compareContracts(before: ReadContract, after: ReadContract): SurfaceChange[] {
  const own = [...ownChanges(before.tool, after.tool)]
  const described = diff(before.tool, after.tool)
    .filter((change) => !isToldBetter(change, own, before.tool, after.tool))
    .flatMap((change) => [...fromAtip(change, before.tool, after.tool)])
  const changes = [...toolChanges(before.contract, after.contract), ...described, ...own]
    .map((change) => (change.breaking && wasHidden(before.tool, change) ? { ...change, breaking: false } : change))
    .toSorted((a, b) => Number(b.breaking) - Number(a.breaking) || comparePaths(a.path, b.path))
  return changes.length > 0 ? changes : leftovers(before.contract, after.contract)
}

/** Changes of what exists on both sides and has no field in descriptions. */
function* ownChanges(before: AtipTool, after: AtipTool): Generator<SurfaceChange> {
  yield* listChanges(before.globalOptions, after.globalOptions, [], 'every command')
  for (const { path, command } of walkCommands(before)) {
    const other = commandAt(after, path)
    if (other === undefined) continue
    const title = titleOf(after.name, path)
    yield* listChanges(command.arguments, other.arguments, path, title)
    yield* listChanges(command.options, other.options, path, title)
    yield* commandChanges(command, other, path, title)
  }
}

function* listChanges<T extends Parameter>(
  before: readonly T[] = [],
  after: readonly T[] = [],
  path: string[],
  owner: string,
): Generator<SurfaceChange> {
  for (const parameter of before) {
    const other = after.find(({ name }) => name === parameter.name)
    if (other !== undefined) yield* parameterChanges(parameter as never, other as never, path, owner)
  }
}

/** Fields of ATIP that say less about a value than its schema does. */
const VALUE_FIELDS = ['type', 'enum', 'items', 'variadic']

/** Whether our own comparison already covers the change: schemas and defaults say more than fields of a description. */
function isToldBetter(change: Change, own: readonly SurfaceChange[], before: AtipTool, after: AtipTool): boolean {
  const { path, subject, field } = change
  if (!['option', 'globalOption', 'argument'].includes(subject.type) || field === undefined) return false
  const [old, now] = [before, after].map((tool) => parameterIn(tool, change))
  if (old === undefined || now === undefined) return false
  if (field === 'default') return true
  const isAbout = (one: SurfaceChange) => one.parameter === subject.name && comparePaths(one.path, path) === 0
  if (field === 'x-atip.value') return own.some((one) => isAbout(one) && one.kind === 'secret')
  if (!VALUE_FIELDS.includes(field)) return false
  const about = own.filter((one) => isAbout(one) && one.kind.startsWith('input-'))
  if (about.length === 0) return false
  // The number of words decides how a line is parsed: a wider schema does not help a call that is parsed otherwise.
  return about.some(({ breaking }) => breaking) || wordsOf(old) === wordsOf(now)
}

function wordsOf({ type, variadic }: Parameter): string {
  return type === 'boolean' ? 'none' : type === 'array' || variadic === true ? 'several' : 'one'
}

/** Hidden commands and parameters were never promised. */
function wasHidden(before: AtipTool, { path, parameter }: SurfaceChange): boolean {
  const command = commandAt(before, path)
  if (command === undefined) return false
  if (surfaceOfCommand(command).hidden === true) return true
  const parameters = [...(command.arguments ?? []), ...(command.options ?? [])]
  return parameters.some((one) => one.name === parameter && surfaceOf(one).hidden === true)
}

/** Reports texts that differ in a way that no rule covers. */
function leftovers(before: Contract, after: Contract): SurfaceChange[] {
  return differences({ ...before, version: '' }, { ...after, version: '' }).map((line) => ({
    kind: 'other',
    path: [],
    breaking: false,
    message: `${line}, which changes nothing for callers`,
  }))
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [a.join('\0'), b.join('\0')]
  return first < second ? -1 : first > second ? 1 : 0
}
