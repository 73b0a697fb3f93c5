import { isObject, toPointer } from '@atip/protocol'
import { copyMap } from './sources.js'

/**
 * JSON Merge Patch (RFC 7396): null removes, objects are merged, everything else replaces. Neither value is changed,
 * and the result shares unchanged parts with the target.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result = copyMap(isObject(target) ? target : {})
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    if (value === null) delete result[key]
    else result[key] = mergePatch(result[key], value)
  }
  return result
}

/** JSON pointers to everything that a patch sets or removes. */
export function pointersIn(patch: unknown, keys: readonly string[] = []): string[] {
  if (!isObject(patch)) return [toPointer(keys)]
  return Object.entries(patch).flatMap(([key, value]) => pointersIn(value, [...keys, key]))
}
