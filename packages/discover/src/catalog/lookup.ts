import { isToolName } from '@atip/protocol'
import type { RegistryEntry, Registry } from '../types.js'
import { entryFrom } from './entry.js'
import { bytesAt, withFile, type OpenFile } from './open-file.js'
import { readRegistry } from './read-registry.js'
import { inOrder, linesIn, STAMP_LENGTH, type Lines } from './registry-text.js'
import { firstAtLeast, linesFrom } from './sorted-lines.js'

/** The entry of a name in `registry.json`. A binary search in the file, unless another program has written the file. */
export function lookupEntry(file: string, name: string): RegistryEntry | undefined {
  if (!isToolName(name)) return undefined
  return search(
    file,
    (open, lines) => {
      const key = Buffer.from(`${JSON.stringify(name)}:`)
      const [line] = linesFrom(open, { from: firstAtLeast(open, lines, key), to: lines.to })
      return line?.subarray(0, key.length).equals(key) ? entryOn(line, key.length) : undefined
    },
    (tools) => tools[name],
  )
}

/** The names with this prefix, sorted by the bytes of their JSON text. */
export function namesIn(file: string, prefix: string): string[] {
  // JSON escapes a lone surrogate, but not a surrogate pair.
  const start = JSON.stringify(/[\ud800-\udbff]$/.test(prefix) ? prefix.slice(0, -1) : prefix).slice(0, -1)
  const fits = (name: string) => name.startsWith(prefix) && isToolName(name)
  const names = search(
    file,
    (open, lines) => {
      const key = Buffer.from(start)
      const found: string[] = []
      for (const line of linesFrom(open, { from: firstAtLeast(open, lines, key), to: lines.to })) {
        if (!line.subarray(0, key.length).equals(key)) break
        found.push(nameOn(line))
      }
      return found.filter(fits)
    },
    (tools) => inOrder(Object.keys(tools).filter(fits)),
  )
  return names ?? []
}

/** Searches the lines if atip wrote the file, otherwise all its tools. Undefined if nothing is found. */
function search<T>(
  file: string,
  among: (open: OpenFile, lines: Lines) => T | undefined,
  amongAll: (tools: Registry['tools']) => T | undefined,
): T | undefined {
  try {
    const found = withFile(file, (open) => {
      const lines = linesIn(bytesAt(open, 0, STAMP_LENGTH), open)
      return lines === undefined ? undefined : { value: among(open, lines) }
    })
    if (found !== undefined) return found.value
  } catch {
    // Parsing the whole file finds what can still be read, if anything.
  }
  const reading = readRegistry(file)
  return reading.ok ? amongAll(reading.registry.tools) : undefined
}

function entryOn(line: Buffer, from: number): RegistryEntry | undefined {
  const reading = entryFrom(JSON.parse(line.toString('utf8', from, endOf(line))))
  return reading.ok ? reading.entry : undefined
}

const COMMA = 44

function endOf(line: Buffer): number {
  return line.at(-1) === COMMA ? line.length - 1 : line.length
}

const NAME = /^"(?:[^"\\]|\\.)*"/

function nameOn(line: Buffer): string {
  return JSON.parse(NAME.exec(line.toString())![0]) as string
}
