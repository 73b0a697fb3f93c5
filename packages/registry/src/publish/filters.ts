import { encodeFilter } from '../format/filter.js'
import type { FileReference } from '../format/manifest.js'
import type { FilterKeys } from './filter-keys.js'
import type { PreviousBuild, StateHead } from './state.js'
import type { TargetFolder } from './target.js'

export interface PublishedFilters {
  files: FileReference[]
  base: NonNullable<StateHead['filterBase']>
}

/** The share of additions and withdrawals after which the large filter is built again. */
const TOLERATED = 0.05

/**
 * Publishes a large filter, which many builds keep, and a small one of later additions, so that clients seldom fetch
 * the large one. Withdrawn hashes stay in it until then, which costs a client one request.
 */
export function publishFilters(
  target: TargetFolder,
  keys: FilterKeys,
  logSize: number,
  previous: PreviousBuild | undefined,
): PublishedFilters {
  const base = previous?.head.filterBase
  const [file] = previous?.manifest.filters ?? []
  const all = keys.from(0)
  const since = base === undefined ? all : keys.from(base.logSize)
  const gone = base === undefined ? 0 : base.count - (all.length - since.length)
  if (base === undefined || file === undefined || since.length + gone > TOLERATED * base.count) {
    const whole = target.writeNamed('/filter/base-{digest}.gcs', encodeFilter(all))
    return { files: [whole], base: { logSize, count: all.length } }
  }
  if (since.length === 0) return { files: [file], base }
  return { files: [file, target.writeNamed('/filter/delta-{digest}.gcs', encodeFilter(since))], base }
}
