import type { Hash } from '@atip/protocol'
import type { CatalogTool } from '../format/catalog.js'

/** A build step that writes the pages of a registry. */
export type PageStep = (build: PageBuild) => Promise<PageFiles | void> | PageFiles | void

/** Files whose names change with their content. Those of the last build stay for a week. */
export interface PageFiles {
  used: readonly string[]
  superseded: readonly string[]
}

/** The input of the step. Tools come one at a time, so that memory does not grow with the registry. */
export interface PageBuild {
  registry: { name: string; url: string }
  /** All tools of the registry by name, always in the same order. */
  tools(): Iterable<CatalogTool>
  /** The names that changed since the last build. A removed name has no shims. */
  changed(): Iterable<CatalogTool>
  /** True if no pages of an earlier build can be kept; then `changed` returns everything. */
  isWhole: boolean
  /** The exact bytes of a shim. */
  shim(hash: Hash): Uint8Array
  read(path: string): Uint8Array | undefined
  /** The paths of all files below a folder of pages. */
  list(folder: string): Iterable<string>
  /** Writes atomically. `path` begins with `/` and must not be one of the registry's own. */
  write(path: string, data: string | Uint8Array): void
  remove(path: string): void
  /** State that the step stores for its next run. Not served. */
  readState(name: string): string | undefined
  /** Empty if there is no such file. */
  stateLines(name: string): Iterable<string>
  writeState(name: string, text: string): void
}
