import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ToolLookup } from '@atip/protocol'
import { readTable, type ShimTable } from './table.js'

let shipped: ShimTable | undefined

/** The shims that come with this package. */
export function shippedShims(): ShimTable {
  return (shipped ??= openTable(shippedFile()))
}

/** Changes whenever another table is shipped. */
export function shippedStamp(): string {
  const { size, mtimeMs } = statSync(shippedFile())
  return `${size}:${mtimeMs}`
}

/** Looks a program up by the word it was called with: `/usr/bin/git` is git. */
export const lookupShim: ToolLookup = (program) => shippedShims().lookup(basename(program))

export function openTable(file: string): ShimTable {
  return readTable((offset, length) => {
    const descriptor = openSync(file, 'r')
    try {
      const bytes = Buffer.allocUnsafe(length)
      const taken = readSync(descriptor, bytes, 0, length, offset)
      if (taken < length) throw new Error(`${file} ends too early; install the package again`)
      return bytes
    } finally {
      closeSync(descriptor)
    }
  })
}

/** Beside the built code, or one folder up from code that is loaded late; among sources, where the build puts it. */
function shippedFile(): string {
  const candidates = ['./shims.table', '../shims.table', '../../dist/shims.table']
  const paths = candidates.map((path) => join(import.meta.dirname, path))
  return paths.find(existsSync) ?? paths[0]!
}
