import { existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { ToolLookup } from '@atip/protocol/calls'
import { readTable, type ShimTable } from './table.js'

let shipped: ShimTable | undefined

/** The shims that come with this package. */
export function shippedShims(): ShimTable {
  return (shipped ??= openTable(shippedFile()))
}

const shippedValues = new Map<string, unknown>()

/** Data that comes with this package, by its file below `data`: `code/python`, `tables/paths`. Each is parsed once. */
export function shippedData(name: string): unknown {
  if (!shippedValues.has(name)) {
    const value = shippedShims().data(name)
    if (value === undefined) throw new Error(`there is no data called "${name}"; install the package again`)
    shippedValues.set(name, value)
  }
  return shippedValues.get(name)
}

/** Changes whenever another table is shipped. */
export function shippedStamp(): string {
  const { size, mtimeMs } = statSync(shippedFile())
  return `${size}:${mtimeMs}`
}

/** Looks a program up by the word it was called with: `/usr/bin/git` is git. */
export const lookupShim: ToolLookup = (program) => shippedShims().lookup(basename(program))

/** The file stays open: it is read piece by piece, and all of them must be of one table, also while another is installed. */
export function openTable(file: string): ShimTable {
  const descriptor = openSync(file, 'r')
  return readTable((offset, length) => {
    const bytes = Buffer.allocUnsafeSlow(length)
    const taken = readSync(descriptor, bytes, 0, length, offset)
    if (taken < length) throw new Error(`${file} ends too early; install the package again`)
    return bytes
  })
}

/** Beside the compiled code; for sources, in the folder that the build writes. */
function shippedFile(): string {
  const beside = `${import.meta.dirname}/${FILE}`
  return existsSync(beside) ? beside : `${import.meta.dirname}/../dist/${FILE}`
}

const FILE = 'shims.table'
