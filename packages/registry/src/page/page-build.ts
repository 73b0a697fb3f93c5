import type { Hash } from '@atip/protocol'
import type { CatalogTool } from '../format/catalog.js'

/** A step of the build that writes pages about what the registry has. */
export type PageStep = (build: PageBuild) => Promise<PageFiles | void> | PageFiles | void

/** Files of pages whose names change with their content: those of the last build stay for a week. */
export interface PageFiles {
  used: readonly string[]
  superseded: readonly string[]
}

/** What the step is given. Tools come one at a time, so that memory does not grow with the registry. */
export interface PageBuild {
  registry: { name: string; url: string }
  /** Everything that the registry has, by name; the order is always the same. */
  tools(): Iterable<CatalogTool>
  /** The names that changed since the last build; one that is gone has no shims. */
  changed(): Iterable<CatalogTool>
  /** True if there are no pages of an earlier build that could be kept: then `changed` has everything. */
  isWhole: boolean
  /** The exact bytes of a shim. */
  shim(hash: Hash): Uint8Array
  read(path: string): Uint8Array | undefined
  /** The paths of all files below a folder of pages. */
  list(folder: string): Iterable<string>
  /** Atomically. `path` begins with `/` and must not be one of the registry's own. */
  write(path: string, data: string | Uint8Array): void
  remove(path: string): void
  /** What the step itself wants to know next time. Not served. */
  readState(name: string): string | undefined
  /** None if there is no such file. */
  stateLines(name: string): Iterable<string>
  writeState(name: string, text: string): void
}
