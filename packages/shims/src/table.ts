import type { AtipTool } from '@atip/protocol/calls'
import { pack, unpack } from './pack.js'

/**
 * Writes all shims into one file, so that a lookup reads two pieces: the head and one description. The first line is
 * the length of the head. Each line of the head is a name with its offset and size, because searching text takes
 * microseconds while parsing a thousand entries takes a millisecond. The entry `""` holds the summaries of all tools.
 * Data that is not a shim has a slash in its name, such as `code/python`, and is JSON.
 */
export function writeTable(
  shims: readonly { names: readonly string[]; tool: AtipTool }[],
  data: Readonly<Record<string, unknown>> = {},
): Buffer {
  const bodies: Buffer[] = []
  const places = new Map<string, string>()
  let offset = 0
  const put = (body: Buffer, names: readonly string[]) => {
    for (const name of names) {
      if (!isNameOfLine(name)) throw new TypeError(`"${name}" cannot be the name of a shim: it has blanks`)
      if (places.has(name)) throw new TypeError(`two shims are called "${name}"`)
      places.set(name, `${offset} ${body.length}`)
    }
    bodies.push(body)
    offset += body.length
  }
  for (const { names, tool } of shims) {
    const wrong = names.find(isNameOfData)
    if (wrong !== undefined) throw new TypeError(`"${wrong}" cannot be the name of a shim: it has a slash`)
    put(pack(tool), names)
  }
  for (const [name, value] of Object.entries(data)) {
    if (!isNameOfData(name)) throw new TypeError(`"${name}" cannot be the name of data: it has no slash`)
    put(Buffer.from(JSON.stringify(value)), [name])
  }
  const summaries = shims.flatMap(({ names, tool }) => names.map((name) => [name, tool.description]))
  put(Buffer.from(JSON.stringify(Object.fromEntries(summaries))), [SUMMARIES])
  const head = Buffer.from(`\n${[...places].map(([name, place]) => `${name} ${place}\n`).join('')}`)
  return Buffer.concat([Buffer.from(`${String(head.length).padStart(HEAD_LENGTH - 1)}\n`), head, ...bodies])
}

const SUMMARIES = ''

/** Bytes of the first line. */
const HEAD_LENGTH = 12

/** Reads `length` bytes at `offset`. */
export type ReadAt = (offset: number, length: number) => Buffer

export interface ShimTable {
  names(): string[]
  /** The one-line summary of each tool by name, without reading the descriptions. */
  summaries(): ReadonlyMap<string, string>
  /** The description of a program by name, if there is one. */
  lookup(name: string): AtipTool | undefined
  /** The data of this name, such as `code/python`; undefined if there is none. */
  data(name: string): unknown
}

/**
 * Opens a table whose pieces are read on demand, each once. The head is searched as text: in a short process the time
 * goes into compiling code, and Node's search in bytes has ten times as much code as decoding them to text.
 */
export function readTable(readAt: ReadAt): ShimTable {
  const length = Number(readAt(0, HEAD_LENGTH).toString())
  const head = readAt(HEAD_LENGTH, length).toString()
  const known = new Map<string, AtipTool>()
  const read = new Map<number, AtipTool>()
  const bodyAt = ({ offset, size }: Place) => readAt(HEAD_LENGTH + length + offset, size)
  return {
    names: () => namesIn(head),
    summaries() {
      const text = bodyAt(placeIn(head, SUMMARIES)!).toString()
      return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
    },
    lookup(name) {
      const found = known.get(name)
      if (found !== undefined) return found
      const place = name === SUMMARIES || isNameOfData(name) ? undefined : placeIn(head, name)
      if (place === undefined) return undefined
      const tool = read.get(place.offset) ?? unpack(bodyAt(place))
      read.set(place.offset, tool)
      known.set(name, tool)
      return tool
    },
    data(name) {
      const place = isNameOfData(name) ? placeIn(head, name) : undefined
      return place === undefined ? undefined : JSON.parse(bodyAt(place).toString())
    },
  }
}

interface Place {
  offset: number
  size: number
}

function placeIn(head: string, name: string): Place | undefined {
  if (!isNameOfLine(name)) return undefined
  const line = `\n${name} `
  const found = head.indexOf(line)
  if (found === -1) return undefined
  const start = found + line.length
  const [offset, size] = head.slice(start, head.indexOf('\n', start)).split(' ')
  return { offset: Number(offset), size: Number(size) }
}

function namesIn(head: string): string[] {
  const lines = head.split('\n')
  return lines
    .map((line) => line.slice(0, line.indexOf(' ')))
    .filter((name) => name !== SUMMARIES && !isNameOfData(name))
}

/** Whether a name can be stored in a line of the head. */
function isNameOfLine(name: string): boolean {
  return !name.includes(' ') && !name.includes('\n')
}

function isNameOfData(name: string): boolean {
  return name.includes('/')
}
