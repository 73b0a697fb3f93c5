import { basename } from 'node:path'
import { lookupShim } from '@atip/shims'
import { localShimFiles, overrideFile, overrideFileByName, shimFiles } from '../catalog/index.js'
import type { Layer } from '../layers/types.js'
import { accept } from '../native/accept.js'
import { readIfThere } from '../native/files.js'
import { findDescription } from '../native/store.js'
import type { CatalogProgram, Skipped } from '../types.js'
import type { Machine } from './machine.js'
import type { ShimRecord } from '@atip/registry/stored'
import { readRegistryShim, type ShimReading } from './registry-shim.js'

export interface StoredLayers {
  layers: Layer[]
  /** The user's patch over all layers. */
  override?: unknown
  /** Files that could not be used. */
  ignored: Skipped[]
  /** The registry that a shim comes from, and who vouches for it. */
  record?: ShimRecord
}

/** The layers of a program that are stored or shipped; nothing is run or requested. */
export function storedLayers(machine: Machine, program: CatalogProgram): StoredLayers {
  const { places } = machine
  const { found, ignored } = findDescription(places, program)
  const layers: Layer[] = []
  let record: ShimRecord | undefined
  const take = (
    layer: Layer['layer'],
    files: readonly string[],
    judge: (bytes: Uint8Array, path: string) => ShimReading,
  ) => {
    for (const path of files) {
      const read = readIfThere(path)
      if (read === undefined) continue
      const taken: ShimReading = 'reason' in read ? { ok: false, reason: read.reason } : judge(read.bytes, path)
      if (taken.ok) {
        record ??= taken.record
        return void layers.push({ layer, tool: taken.tool, ...(taken.record?.isTrusted && { trusted: true }) })
      }
      ignored.push({ path, reason: taken.reason })
    }
  }
  const { hash, path } = program.file
  const ownShim = (bytes: Uint8Array) => accept(bytes, program.name, { realName: basename(path), hash, source: 'user' })
  if (found?.source === 'native') layers.push({ layer: 'native', tool: found.tool })
  if (found?.source === 'user') layers.push({ layer: 'local-shim', tool: found.tool })
  else take('local-shim', localShimFiles(places, program.name), ownShim)
  take('registry-shim', shimFiles(places, hash), (bytes, file) => readRegistryShim(machine, file, bytes, program))
  const curated = lookupShim(program.name)
  if (curated !== undefined) layers.push({ layer: 'curated', tool: curated })
  const override = overrideFor(places, program, ignored)
  return { layers, ignored, ...(override !== undefined && { override }), ...(record && { record }) }
}

/** The override for these bytes, else the one for the name. */
function overrideFor(places: Machine['places'], { name, file }: CatalogProgram, ignored: Skipped[]): unknown {
  for (const path of [overrideFile(places, file.hash), overrideFileByName(places, name)]) {
    const read = readIfThere(path)
    if (read === undefined) continue
    if ('reason' in read) {
      ignored.push({ path, reason: read.reason })
      continue
    }
    try {
      return JSON.parse(read.bytes.toString())
    } catch (error) {
      ignored.push({ path, reason: `is no JSON: ${(error as Error).message}` })
    }
  }
  return undefined
}
