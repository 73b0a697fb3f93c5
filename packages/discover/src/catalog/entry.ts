import { isAbsolute } from 'node:path'
import { isObject } from '@atip/protocol'
import type { RegistryEntry, EntryFacts, EntrySource, FilePart } from '../types.js'
import { isHash } from '@atip/protocol'
import { unpack } from './packed.js'

export type EntryReading =
  | { ok: true; entry: RegistryEntry; /** The part of the entry that was dropped, and why. */ note?: string }
  | { ok: false; reason: string }

/** Checks one tool of `registry.json`. The value itself becomes the entry, so that unknown fields are preserved. */
export function entryFrom(value: unknown): EntryReading {
  if (!isObject(value)) return { ok: false, reason: 'is not an object' }
  const { path, hash, source, lastChecked, shimRegistry } = value
  if (!isPath(path)) return { ok: false, reason: `has ${shown(path)} for its path; expected an absolute one` }
  if (!isHash(hash)) return { ok: false, reason: `has ${shown(hash)} for its hash; expected sha256: and 64 digits` }
  if (!isSource(source)) return { ok: false, reason: `has the source ${shown(source)}; expected ${SOURCES.join(', ')}` }
  if (typeof lastChecked !== 'string') return { ok: false, reason: `has ${shown(lastChecked)} for lastChecked` }
  if (!isOptional(shimRegistry, isString)) return { ok: false, reason: `has ${shown(shimRegistry)} for shimRegistry` }
  unpack(value)
  const entry = value as unknown as RegistryEntry
  if (!Object.hasOwn(value, 'x-atip') || isFacts(value['x-atip'])) return { ok: true, entry }
  delete entry['x-atip']
  return { ok: true, entry, note: 'has something under x-atip that is not ours; it is left out' }
}

const SOURCES: readonly EntrySource[] = ['native', 'shim', 'generated', 'unknown']

function isFacts(value: unknown): value is EntryFacts {
  if (!isObject(value)) return false
  const { file, description, others } = value
  return isFile(file) && isOptional(description, isString) && isOptional(others, isListOfPaths)
}

function isFile(value: unknown): value is EntryFacts['file'] {
  if (!isPart(value)) return false
  const { kind, closure, packageClosure, launches, mentionsAtip } = value as FilePart & Record<string, unknown>
  if (kind !== 'binary' && kind !== 'script') return false
  if (!isOptional(closure, isHash) || !isOptional(packageClosure, isHash)) return false
  return isOptional(launches, isListOfParts) && typeof mentionsAtip === 'boolean'
}

function isPart(value: unknown): value is FilePart {
  return isObject(value) && isPath(value.path) && typeof value.identity === 'string'
}

const isListOfParts = (value: unknown) => Array.isArray(value) && value.every(isPart)
const isListOfPaths = (value: unknown) => Array.isArray(value) && value.every(isPath)
const isString = (value: unknown) => typeof value === 'string'

function isPath(value: unknown): value is string {
  return typeof value === 'string' && isAbsolute(value) && !value.includes('\0')
}

function isSource(value: unknown): value is EntrySource {
  return (SOURCES as readonly unknown[]).includes(value)
}

function isOptional(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === undefined || test(value)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= 100 ? text : `${text.slice(0, 100).toWellFormed()}…`
}
