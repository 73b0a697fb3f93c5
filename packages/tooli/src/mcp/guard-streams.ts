import type { Readable, Writable } from 'node:stream'
import { maskStream } from '../call/stray-prints.js'
import { fs } from '../files/file-system.js'
import { guardProcess } from '../program/guard.js'
import { keepChildrenOut } from '../program/guard-children.js'
import { divertAll } from '../program/guard-descriptors.js'

// Clients wait for the first answer, and ES imports of these would evaluate all of their exports.
const { syncBuiltinESMExports } = process.getBuiltinModule('node:module')
const { devNull } = process.getBuiltinModule('node:os')
const streams = process.getBuiltinModule('node:stream')

export interface ProtocolStreams {
  stdin: Readable
  stdout: Writable
  /** Ends the process, which commands cannot. */
  exit: (code: number) => never
}

/**
 * Reserves stdin and stdout for the protocol as long as this process lives: all output of commands goes to stderr,
 * their stdin is empty, and errors that they throw outside of a call are printed on stderr.
 */
export function guardStreams(): ProtocolStreams {
  const { stdin, stdout } = process
  const exit = process.exit.bind(process)
  const nothing = fs().openSync(devNull, 'r+')
  guardProcess()
  const own = keepStreamsOut(stdout, nothing)
  keepDescriptorsOut(nothing)
  // Input that a child process reads from stdin would be missing from the messages.
  keepChildrenOut({ 0: 'ignore', 1: 2 })
  syncBuiltinESMExports()
  const tell = (error: unknown) => process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.on('uncaughtException', tell)
  process.on('unhandledRejection', tell)
  return { stdin, stdout: own, exit }
}

/**
 * Returns the stream for the protocol alone. Patches the old one, because loggers keep the stream that they found when
 * loaded.
 */
function keepStreamsOut(stdout: NodeJS.WriteStream, nothing: number): Writable {
  const { stderr } = process
  const write = stdout.write.bind(stdout)
  // One part of the program may end stdout while others still print.
  const end = (...words: unknown[]) => {
    const [text, done] = [words[0], words.at(-1)]
    if (typeof text === 'string' || text instanceof Uint8Array) stderr.write(text)
    if (typeof done === 'function') process.nextTick(done as () => void)
    return stderr
  }
  // The old stdout writes through it too.
  maskStream(stderr)
  const harmless = { end, destroy: () => stderr, destroySoon: () => stderr }
  Object.assign(stdout, { ...harmless, write: stderr.write.bind(stderr) })
  Object.assign(stderr, harmless)
  // A client may close one of them first: an error without a listener would be printed, and fail again.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  const empty = () => Object.assign(streams.Readable.from([]), { fd: nothing })
  let input = empty()
  const get = () => (input = input.destroyed ? empty() : input)
  Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get })
  return new streams.Writable({
    decodeStrings: false,
    write: (chunk, encoding, done) => void write(chunk, encoding, done),
  })
}

/** Some code uses the descriptors directly, or their names in the file system. */
function keepDescriptorsOut(nothing: number): void {
  divertAll(
    new Map<unknown, unknown>([
      [0, nothing],
      [1, 2],
      ...['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].map((path) => [path, devNull] as const),
      ...['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'].map((path) => [path, '/dev/stderr'] as const),
    ]),
  )
}
