import type { Parameter, Scalar, ValueType } from '../types/tool.js'
import type { ChangeKind } from './change.js'

/** For each type, the types that accept all of its values. */
const WIDER: Readonly<Partial<Record<ValueType, readonly ValueType[]>>> = {
  integer: ['number'],
  enum: ['string'],
  file: ['string'],
  directory: ['string'],
  url: ['string'],
}

export function kindOfTypeChange(before: ValueType, after: ValueType): ChangeKind {
  return WIDER[before]?.includes(after) === true ? 'compatible' : 'breaking'
}

/** Breaking if a formerly allowed value is not allowed any more; undefined if the same values are. */
export function kindOfEnumChange(before: Scalar[] | undefined, after: Scalar[] | undefined): ChangeKind | undefined {
  if (before === undefined || after === undefined) {
    if (before === after) return undefined
    return before === undefined ? 'breaking' : 'compatible'
  }
  const old = new Set(before)
  const now = new Set(after)
  if (before.some((value) => !now.has(value))) return 'breaking'
  return after.some((value) => !old.has(value)) ? 'compatible' : undefined
}

export function kindOfItemsChange(before: Parameter['items'], after: Parameter['items']): ChangeKind | undefined {
  const { type: old = 'string' } = before ?? {}
  const { type: now = 'string' } = after ?? {}
  const kinds = [old === now ? undefined : kindOfTypeChange(old, now), kindOfEnumChange(before?.enum, after?.enum)]
  return kinds.includes('breaking') ? 'breaking' : kinds.find((kind) => kind !== undefined)
}
