import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { isObject, readTool, type AtipTool } from '@atip/protocol'
import { shimText } from '../facts/to-shim.js'

/** The folder that a registry is built from: one shim for each hash. */
export interface ShimFolder {
  folder: string
  read(hash: string): AtipTool | undefined
  /** Returns the path of the file, relative to the folder. */
  write(shim: AtipTool, timestamp: string): string
}

export function openShimFolder(folder: string): ShimFolder {
  mkdirSync(join(folder, 'sha256'), { recursive: true })
  const nameOf = (hash: string) => `sha256/${hash.slice('sha256:'.length)}.json`
  return {
    folder,
    read(hash) {
      try {
        const reading = readTool(readFileSync(join(folder, nameOf(hash)), 'utf8'))
        return reading.ok ? reading.tool : undefined
      } catch {
        return undefined
      }
    },
    write(shim, timestamp) {
      const name = nameOf(shim.binary!.hash)
      const generation = isObject(shim._generation) ? shim._generation : {}
      const text = shimText({ ...shim, _generation: { ...generation, timestamp } })
      writeWhole(join(folder, name), text, { sync: false })
      return `shims/${name}`
    },
  }
}
