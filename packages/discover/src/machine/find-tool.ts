import { realpathSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { programBehind } from '@atip/sandbox'
import { lookupEntry, registryFile } from '../catalog/index.js'
import { findProgram } from '../describe/find-program.js'
import { hashNow } from '../scan/hash-now.js'
import type { RegistryEntry, CatalogProgram, ProgramFile } from '../types.js'
import { isUnchanged, keepFile, readKeptFile } from './kept-file.js'
import type { Machine } from './machine.js'

export type FoundTool =
  /** `isNews`: the catalog knows other bytes, or does not have the tool (RFC 4.3). */
  { ok: true; program: CatalogProgram; entry?: RegistryEntry; isNews: boolean } | { ok: false; reason: string }

/** Finds the program for a word, with its catalog entry if the bytes are still the same. */
export async function findTool(machine: Machine, word: string): Promise<FoundTool> {
  const name = basename(word)
  const entry = lookupEntry(registryFile(machine.places), name)
  const path = findProgram(word, machine.searchPath) ?? (word.includes('/') ? undefined : entry?.path)
  if (path === undefined) return { ok: false, reason: whyNone(word) }
  const known = entry && knownFile(entry, path, machine)
  if (known !== undefined) {
    const program = { name, path: entry!.path, file: known, others: entry!['x-atip']?.others ?? [] }
    return { ok: true, program, entry: entry!, isNews: false }
  }
  const file = await readProgram(machine, path)
  if ('reason' in file) return { ok: false, reason: `${JSON.stringify(path)} ${file.reason}` }
  return { ok: true, program: { name, path: resolve(path), file, others: [] }, ...(entry && { entry }), isNews: true }
}

/** Reads a program, unless it was read before and has not changed since. */
async function readProgram(machine: Machine, path: string): Promise<ProgramFile | { reason: string }> {
  const realPath = realPathOf(path, machine)
  const kept = realPath === undefined ? undefined : readKeptFile(machine, realPath)
  if (kept !== undefined) return kept
  const { hashOf } = await import('../scan/hash-file.js')
  const file = await hashOf(path, machine)
  if (!('reason' in file)) await keepFile(machine, file)
  return file
}

/** The same from the catalog, and only if it still has the same bytes. */
export function knownProgram(machine: Machine, word: string): CatalogProgram | undefined {
  const name = basename(word)
  const entry = lookupEntry(registryFile(machine.places), name)
  const path = entry && findProgram(word, machine.searchPath)
  const file = path === undefined ? undefined : (knownFile(entry!, path, machine) ?? sameFile(entry!, path, machine))
  return file && { name, path: entry!.path, file, others: entry!['x-atip']?.others ?? [] }
}

function whyNone(word: string): string {
  if (!word.includes('/')) return 'there is no such program on PATH or in the catalog'
  const stats = statSync(word, { throwIfNoEntry: false })
  if (stats === undefined) return 'there is no such file'
  if (stats.isDirectory()) return 'this is a folder, and no program'
  return stats.isFile() ? 'this file may not be executed: chmod +x makes it a program' : 'this is not an ordinary file'
}

/** The file in the catalog, if `path` leads to it and it has not changed. */
function knownFile(entry: RegistryEntry, path: string, machine: Machine): ProgramFile | undefined {
  const facts = entry['x-atip']
  // A link or a shim may lead elsewhere now.
  if (facts === undefined || realPathOf(path, machine) !== facts.file.path) return undefined
  return isUnchanged(facts.file) ? { ...facts.file, hash: entry.hash } : undefined
}

/** The file in the catalog, if `path` leads to it and only its state has changed, not its bytes: `touch`, a new copy. */
function sameFile({ hash, 'x-atip': facts }: RegistryEntry, path: string, machine: Machine): ProgramFile | undefined {
  if (facts === undefined || realPathOf(path, machine) !== facts.file.path) return undefined
  const now = hashNow(facts.file.path)
  if (now?.hash !== hash) return undefined
  const file = { ...facts.file, hash, identity: now.identity }
  // What a script launches has no hash of its own in the catalog.
  return isUnchanged(file) ? file : undefined
}

function realPathOf(path: string, machine: Machine): string | undefined {
  try {
    const found = programBehind(resolve(path), machine)
    return realpathSync.native('path' in found ? found.path : path)
  } catch {
    return undefined
  }
}
