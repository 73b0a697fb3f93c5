import { basename } from 'node:path'
import { lookupShim } from '@atip/shims'
import { localShimFiles, overrideFile, overrideFileByName, shimFiles } from '../catalog/index.js'
import type { Layer } from '../layers/types.js'
import { accept, type Acceptance } from '../native/accept.js'
import { readIfThere } from '../native/files.js'
import { findDescription, findNamedDescription } from '../native/store.js'
import type { CatalogProgram, IgnoredFile } from '../types.js'
import type { Machine } from './machine.js'
import type { ShimRecord } from '@atip/registry/stored'
import { readOverride } from './override-file.js'
import { readRegistryShim, type ShimReading } from './registry-shim.js'

export interface StoredLayers {
  layers: Layer[]
  /** The user's patch over all layers. */
  override?: unknown
  overrideFile?: string
  /** Files that could not be used. */
  ignored: IgnoredFile[]
  /** The registry that a shim comes from, and who vouches for it. */
  record?: ShimRecord
}

/** A program, or only a name, if its bytes are not known: then the layers for a name count. */
export type NamedProgram = CatalogProgram | { name: string; file?: undefined }

/** The layers of a program that are stored or shipped; nothing is run or requested. */
export function storedLayers(machine: Machine, program: NamedProgram): StoredLayers {
  const { places } = machine
  const { name, file } = program
  const lookup = file === undefined ? findNamedDescription(places, name) : findDescription(places, program)
  const { found } = lookup
  const ignored: IgnoredFile[] = lookup.ignored
  const layers: Layer[] = []
  let record: ShimRecord | undefined
  const take = (
    layer: Layer['layer'],
    files: readonly string[],
    judge: (bytes: Uint8Array, path: string) => ShimReading | Acceptance,
  ) => {
    for (const path of files) {
      const read = readIfThere(path)
      if (read === undefined) continue
      const taken = 'reason' in read ? { ok: false as const, reason: read.reason } : judge(read.bytes, path)
      if (taken.ok) {
        const of = 'record' in taken ? taken.record : undefined
        record ??= of
        return void layers.push({ layer, tool: taken.tool, ...(of?.isTrusted && { trusted: true }) })
      }
      // A description for other bytes is not about this program.
      const isOther = 'flaw' in taken && taken.flaw === 'other-binary'
      ignored.push({ path, reason: taken.reason, ...(layer === 'local-shim' && !isOther && { isOfUser: true }) })
    }
  }
  const real = file && { realName: basename(file.path), hash: file.hash }
  const ownShim = (bytes: Uint8Array) => accept(bytes, name, { ...real, source: 'user' })
  if (found?.source === 'native') layers.push({ layer: 'native', tool: found.tool })
  if (found?.source === 'user') layers.push({ layer: 'local-shim', tool: found.tool })
  else take('local-shim', localShimFiles(places, name), ownShim)
  if (file !== undefined) {
    take('registry-shim', shimFiles(places, file.hash), (bytes, path) =>
      readRegistryShim(machine, path, bytes, program),
    )
  }
  const curated = lookupShim(name)
  if (curated !== undefined) layers.push({ layer: 'curated', tool: curated })
  return { layers, ignored, ...overrideFor(places, program, ignored), ...(record && { record }) }
}

/** The override for these bytes, else the one for the name. */
function overrideFor(
  places: Machine['places'],
  { name, file }: NamedProgram,
  ignored: IgnoredFile[],
): Pick<StoredLayers, 'override' | 'overrideFile'> {
  const byBytes = file === undefined ? [] : [overrideFile(places, file.hash)]
  for (const path of [...byBytes, overrideFileByName(places, name)]) {
    const read = readOverride(path)
    if (read === undefined) continue
    if (read.ok) return { override: read.patch, overrideFile: path }
    ignored.push({ path, reason: read.reason, isOfUser: true })
  }
  return {}
}
