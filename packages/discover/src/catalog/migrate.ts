import { isObject } from '@atip/protocol'
import { bytesAt, withFile } from './open-file.js'
import type { Hash } from '../types.js'

/**
 * Version 1 was a list of tools, which ATIP 0.1 did not specify further. Tools without a hash are hashed now, and their
 * other fields are dropped: they may describe other bytes.
 */
export function entriesOfVersion1(
  list: readonly unknown[],
  dropped: { name: string; reason: string }[],
): Record<string, unknown> {
  const entries = Object.create(null) as Record<string, unknown>
  const now = new Date().toISOString()
  for (const value of list) {
    if (!isObject(value) || typeof value.name !== 'string') {
      dropped.push({ name: '', reason: 'has no name' })
      continue
    }
    const { name, ...rest } = value
    if (rest.hash !== undefined) {
      entries[name] = { source: 'unknown', lastChecked: now, ...rest }
      continue
    }
    const hash = typeof rest.path === 'string' ? hashOfFile(rest.path) : undefined
    if (hash === undefined) dropped.push({ name, reason: 'has no hash, and there is no file at its path' })
    else entries[name] = { path: rest.path, hash, source: 'unknown', lastChecked: now }
  }
  return entries
}

const CHUNK = 1024 * 1024

function hashOfFile(path: string): Hash | undefined {
  try {
    return withFile(path, (file): Hash => {
      // Loaded on demand, because it costs milliseconds and few registries need it.
      const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
      for (let from = 0; from < file.size; from += CHUNK) hash.update(bytesAt(file, from, CHUNK))
      return `sha256:${hash.digest('hex')}`
    })
  } catch {
    return undefined
  }
}
