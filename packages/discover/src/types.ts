/** The vocabulary of discovery: what a machine knows about the programs on it. */

import type { Hash } from '@atip/protocol'

export type { Hash }

/**
 * A file as the file system tells it apart: device, inode, size, and the nanoseconds of its last change of content and of
 * state, joined by colons. As long as it stays the same, so do the bytes.
 */
export type FileIdentity = string

/** A file whose bytes count for a program, and what it was when it was read. */
export interface FilePart {
  path: string
  identity: FileIdentity
}

/** What the bytes of one program file say, whatever names lead to it. */
export interface ProgramFile extends FilePart {
  /** Of the file itself: what registries are asked for. */
  hash: Hash
  kind: 'binary' | 'script'
  /** For a script: over its own bytes and those of everything it launches. What is known about it is kept under this. */
  closure?: Hash
  /** For a script of a package: over its bytes and the package's manifest. By this, registries tell versions apart. */
  packageClosure?: Hash
  /** For a script: the files it launches, one hop away: interpreter, entry point, package. */
  launches?: FilePart[]
  /** Whether `atip` occurs in the bytes, its own or those of what it launches: only then can it answer `--agent`. */
  mentionsAtip: boolean
}

/** A program under one of its names. */
export interface CatalogProgram {
  name: string
  /** Where PATH leads; `file.path` is where that really is. */
  path: string
  file: ProgramFile
  /** Further programs of this name, which PATH would lead to if this one were not there. */
  others: string[]
}

/** Something that was skipped, and why, in words for people. */
export interface Skipped {
  path: string
  reason: string
}

/** Where what is known about a tool comes from, in the order in which it is told. Trust is decided in `layers/trust.ts`. */
export const LAYERS = ['override', 'native', 'local-shim', 'registry-shim', 'curated', 'generated'] as const

export type LayerName = (typeof LAYERS)[number]

/** RFC 4.3 knows `native` and `shim`; the rest of the programs of a machine are listed as well. */
export type EntrySource = 'native' | 'shim' | 'generated' | 'unknown'

/** One tool in `registry.json` (RFC 4.3). Fields that the RFC does not define are under `x-atip`. */
export interface RegistryEntry {
  path: string
  hash: Hash
  source: EntrySource
  /** When the bytes were last read, in the form of `Date.toISOString`. */
  lastChecked: string
  shimRegistry?: string
  /** Absent where another program wrote the entry: the next scan fills it in. */
  'x-atip'?: EntryFacts
}

export interface EntryFacts {
  file: Omit<ProgramFile, 'hash'>
  /** One line about what the tool is for. */
  description?: string
  others?: string[]
}

/** All tools of a machine, by name. Without a prototype: names come from outside. */
export interface Registry {
  updated: string
  tools: Record<string, RegistryEntry>
  /** Fields of the head that others wrote; they are kept. */
  extra?: Record<string, unknown>
}
