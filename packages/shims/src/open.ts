import { existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { ToolLookup } from '@atip/protocol/calls'
import { readTable, type ShimTable } from './table.js'

let shipped: ShimTable | undefined

export function shippedShims(): ShimTable {
  return (shipped ??= openTable(shippedFile()))
}

const shippedValues = new Map<string, unknown>()

/** Data from this package, by its file below `data`: `code/python`, `tables/paths`. Each file is parsed once. */
export function shippedData(name: string): unknown {
  if (!shippedValues.has(name)) {
    const value = shippedShims().data(name)
    if (value === undefined) throw new Error(`there is no data called "${name}"; install the package again`)
    shippedValues.set(name, value)
  }
  return shippedValues.get(name)
}

/** Changes when a new table is installed. */
export function shippedStamp(): string {
  const { size, mtimeMs } = statSync(shippedFile())
  return `${size}:${mtimeMs}`
}

/** Looks up a program by the word it was called with: `/usr/bin/git` is git. */
export const lookupShim: ToolLookup = (program) => shippedShims().lookup(basename(program))

/** Keeps the file open: all pieces must be read from the same table, even if a new one is installed meanwhile. */
export function openTable(file: string): ShimTable {
  const descriptor = openSync(file, 'r')
  return readTable((offset, length) => {
    const bytes = Buffer.allocUnsafeSlow(length)
    const taken = readSync(descriptor, bytes, 0, length, offset)
    if (taken < length) throw new Error(`${file} ends too early; install the package again`)
    return bytes
  })
}

/** The table next to the compiled code; when running from source, the one in `dist`. */
function shippedFile(): string {
  const beside = `${import.meta.dirname}/${FILE}`
  return existsSync(beside) ? beside : `${import.meta.dirname}/../dist/${FILE}`
}

const FILE = 'shims.table'
