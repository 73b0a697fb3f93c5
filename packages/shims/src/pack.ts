import type { AtipTool, ByName, Command } from '@atip/protocol/calls'

/**
 * Packs a tool into pieces of JSON, so that a reader parses only those it needs: the tool without its commands, each
 * command without its subcommands, and values that occur repeatedly (effects, options). Pieces refer to each other by
 * number. Before them are the offsets of all pieces and the end of the last one, four bytes each.
 */
export function pack(tool: AtipTool): Buffer {
  const counts = new Map<string, number>()
  countShared(tool, counts)
  // The tool is the first piece, but can be written only when all others are numbered.
  const pieces: Buffer[] = [Buffer.alloc(0)]
  const numbers = new Map<string, number>()
  const put = (value: unknown) => {
    const text = JSON.stringify(value)
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, pieces.length)
    return pieces.push(Buffer.from(text)) - 1
  }
  const packed = (node: object): object => {
    const result = emptyRecord()
    for (const [key, value] of Object.entries(node)) {
      if (key === 'commands') result[key] = numbersOf(value as ByName<Command>, (command) => put(packed(command)))
      else result[key] = isShared(key) && counts.get(JSON.stringify(value))! > 1 ? put(value) : value
    }
    return result
  }
  pieces[0] = Buffer.from(JSON.stringify(packed(tool)))
  return Buffer.concat([placesOf(pieces), ...pieces])
}

/** Reads a packed tool; its commands are parsed on first access. */
export function unpack(bytes: Buffer): AtipTool {
  return nodeAt({ bytes, shared: [] }, 0) as unknown as AtipTool
}

/** Fields that may refer to a shared piece. None of them holds a number otherwise. */
const SHARED_FIELDS = ['effects', 'options', 'arguments', 'x-atip'] as const

function isShared(key: string): boolean {
  return (SHARED_FIELDS as readonly string[]).includes(key)
}

function countShared(node: object, counts: Map<string, number>): void {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'commands') for (const command of Object.values(value as object)) countShared(command, counts)
    if (!isShared(key)) continue
    const text = JSON.stringify(value)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
}

function numbersOf(commands: ByName<Command>, put: (command: Command) => number): object {
  const result = emptyRecord()
  for (const [name, command] of Object.entries(commands)) result[name] = put(command)
  return result
}

const PLACE_LENGTH = 4

function placesOf(pieces: readonly Buffer[]): Buffer {
  const places = Buffer.alloc((pieces.length + 1) * PLACE_LENGTH)
  let place = places.length
  for (const [number, { length }] of pieces.entries()) {
    places.writeUInt32LE(place, number * PLACE_LENGTH)
    place += length
  }
  places.writeUInt32LE(place, pieces.length * PLACE_LENGTH)
  return places
}

interface Pieces {
  bytes: Buffer
  /** Shared pieces that were parsed already, by number. */
  shared: unknown[]
}

function pieceAt({ bytes }: Pieces, number: number): unknown {
  const start = bytes.readUInt32LE(number * PLACE_LENGTH)
  const end = bytes.readUInt32LE((number + 1) * PLACE_LENGTH)
  return JSON.parse(bytes.toString(undefined, start, end))
}

function nodeAt(pieces: Pieces, number: number): Record<string, unknown> {
  const node = pieceAt(pieces, number) as Record<string, unknown>
  for (const field of SHARED_FIELDS) {
    const value = node[field]
    if (typeof value === 'number') node[field] = pieces.shared[value] ??= pieceAt(pieces, value)
  }
  if (node.commands !== undefined) node.commands = commandsIn(pieces, node.commands as ByName<number>)
  return node
}

function commandsIn(pieces: Pieces, numbers: ByName<number>): object {
  const commands = emptyRecord()
  for (const name of Object.keys(numbers)) {
    const get = () => {
      const value = nodeAt(pieces, numbers[name]!)
      Object.defineProperty(commands, name, { value, enumerable: true, configurable: true, writable: true })
      return value
    }
    Object.defineProperty(commands, name, { get, enumerable: true, configurable: true })
  }
  return commands
}

/** Without a prototype, because a command may be called `__proto__`. */
function emptyRecord(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}
