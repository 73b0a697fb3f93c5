/** The vocabulary of discovery: what a machine knows about the programs on it. */

import type { Hash } from '@atip/protocol'

export type { Hash }

/**
 * Identifies the state of a file: device, inode, size, mtime and ctime in nanoseconds, joined by colons. While it is
 * the same, so are the bytes.
 */
export type FileIdentity = string

/** A file whose bytes belong to a program, and its state when it was read. */
export interface FilePart {
  path: string
  identity: FileIdentity
}

/** Facts from the bytes of one program file, independent of its names. */
export interface ProgramFile extends FilePart {
  /** The hash of the file itself, as registries use it. */
  hash: Hash
  kind: 'binary' | 'script'
  /**
   * For a script: the hash over its own bytes and everything it launches. Knowledge about it is stored under this key.
   */
  closure?: Hash
  /**
   * For a script of a package: the hash over its bytes and the package's manifest, by which registries tell versions
   * apart.
   */
  packageClosure?: Hash
  /** For a script: the files it launches, one hop away: interpreter, entry point, package. */
  launches?: FilePart[]
  /** Whether `atip` occurs in its bytes or in those of what it launches: only then can it answer `--agent`. */
  mentionsAtip: boolean
}

/** A program under one of its names. */
export interface CatalogProgram {
  name: string
  /** As found through PATH; `file.path` is the real path. */
  path: string
  file: ProgramFile
  /** Further programs of this name, which this one shadows. */
  others: string[]
}

/** A skipped file, and the reason in words for people. */
export interface Skipped {
  path: string
  reason: string
}

/** A file about a tool that could not be used. */
export interface IgnoredFile extends Skipped {
  /** The user wrote it about this tool, so it may say that calls are dangerous. */
  isOfUser?: true
}

/** The sources of descriptions, in the order in which they are listed. Trust is decided in `layers/trust.ts`. */
export const LAYERS = ['override', 'native', 'local-shim', 'registry-shim', 'curated', 'generated'] as const

export type LayerName = (typeof LAYERS)[number]

/** RFC 4.3 defines `native` and `shim`; the catalog also lists the other programs of a machine. */
export type EntrySource = 'native' | 'shim' | 'generated' | 'unknown'

/** One tool in `registry.json` (RFC 4.3). Fields that the RFC does not define are under `x-atip`. */
export interface RegistryEntry {
  path: string
  hash: Hash
  source: EntrySource
  /** When the bytes were last read, as written by `Date.toISOString`. */
  lastChecked: string
  shimRegistry?: string
  /** Absent if another program wrote the entry: the next scan fills it in. */
  'x-atip'?: EntryFacts
}

export interface EntryFacts {
  file: Omit<ProgramFile, 'hash'>
  /** One line about what the tool is for. */
  description?: string
  /** Where its shim comes from: a registry (`shimRegistry`), or with atip, and then there is no file of it. */
  shim?: 'registry' | 'atip'
  others?: string[]
}

/** All tools of a machine, by name. The map has no prototype, because names are external. */
export interface Registry {
  updated: string
  tools: Record<string, RegistryEntry>
  /** Fields of the head that other programs wrote; they are preserved. */
  extra?: Record<string, unknown>
}
