import { isObject } from '@atip/protocol'
import type { RegistryEntry } from '../types.js'

/**
 * Most programs are binaries that lie where their path says and do not speak of ATIP. To say so for each would double the
 * time that it takes to read them.
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

/** Puts back what was left out, in the object itself. */
export function unpack(entry: Record<string, unknown>): void {
  const facts = entry['x-atip']
  if (!isObject(facts) || !isObject(facts.file)) return
  const { file } = facts
  file.path ??= entry.path
  file.kind ??= 'binary'
  file.mentionsAtip ??= false
}
