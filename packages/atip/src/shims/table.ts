import type { AtipTool } from '@atip/protocol'
import { pack, unpack, type Packed } from './pack.js'

/**
 * All shims in one file, of which a lookup reads two pieces: a head that says where each name's document stands, and
 * that document. The first line is the length of the head. Under `""`, the name of nothing, stands what each tool is for.
 */
export function writeTable(shims: readonly { names: readonly string[]; tool: AtipTool }[]): Buffer {
  const bodies: Buffer[] = []
  const places: Record<string, [offset: number, length: number]> = {}
  let offset = 0
  const put = (body: Buffer, names: readonly string[]) => {
    for (const name of names) {
      if (Object.hasOwn(places, name)) throw new TypeError(`two shims are called "${name}"`)
      places[name] = [offset, body.length]
    }
    bodies.push(body)
    offset += body.length
  }
  for (const { names, tool } of shims) put(Buffer.from(JSON.stringify(pack(tool))), names)
  const summaries = shims.flatMap(({ names, tool }) => names.map((name) => [name, tool.description]))
  put(Buffer.from(JSON.stringify(Object.fromEntries(summaries))), [SUMMARIES])
  const head = Buffer.from(JSON.stringify(places))
  return Buffer.concat([Buffer.from(`${String(head.length).padStart(HEAD_LENGTH - 1)}\n`), head, ...bodies])
}

const SUMMARIES = ''

/** Bytes of the first line. */
const HEAD_LENGTH = 12

/** Reads `length` bytes at `offset`. */
export type ReadAt = (offset: number, length: number) => Buffer

export interface ShimTable {
  names(): string[]
  /** What each tool is for, in one line, by name; without reading the descriptions. */
  summaries(): ReadonlyMap<string, string>
  /** The description for a program of this name, if somebody wrote one. */
  lookup(name: string): AtipTool | undefined
}

/** A table whose pieces are read when they are asked for, each once. */
export function readTable(readAt: ReadAt): ShimTable {
  const length = Number(readAt(0, HEAD_LENGTH).toString())
  const places = JSON.parse(readAt(HEAD_LENGTH, length).toString()) as Record<string, [number, number]>
  const known = new Map<number, AtipTool>()
  const bodyAt = ([offset, size]: [number, number]) => readAt(HEAD_LENGTH + length + offset, size).toString()
  return {
    names: () => Object.keys(places).filter((name) => name !== SUMMARIES),
    summaries: () => new Map(Object.entries(JSON.parse(bodyAt(places[SUMMARIES]!)) as Record<string, string>)),
    lookup(name) {
      if (name === SUMMARIES || !Object.hasOwn(places, name)) return undefined
      const [offset] = places[name]!
      const found = known.get(offset)
      if (found !== undefined) return found
      const tool = unpack(JSON.parse(bodyAt(places[name]!)) as Packed)
      known.set(offset, tool)
      return tool
    },
  }
}
