import { isObject } from '@atip/protocol'
import type { RegistryEntry } from '../types.js'

/**
 * Omits the defaults: most programs are binaries at the path of their entry and do not mention ATIP. Storing that for
 * each would double the time to read the registry.
 */
export function packed(entry: RegistryEntry): object {
  const facts = entry['x-atip']
  if (facts === undefined) return entry
  const { path, kind, mentionsAtip, ...rest } = facts.file
  const file = {
    ...(path !== entry.path && { path }),
    ...rest,
    ...(kind !== 'binary' && { kind }),
    ...(mentionsAtip && { mentionsAtip }),
  }
  return { ...entry, 'x-atip': { ...facts, file } }
}

/** Restores the omitted fields, in the object itself. */
export function unpack(entry: Record<string, unknown>): void {
  const facts = entry['x-atip']
  if (!isObject(facts) || !isObject(facts.file)) return
  const { file } = facts
  file.path ??= entry.path
  file.kind ??= 'binary'
  file.mentionsAtip ??= false
}
