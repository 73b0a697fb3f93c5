import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { answerTo, ASK_MODES, refusal, type AskMode, type HookReply } from './answer.js'
import { isHostName } from './hosts.js'
import { textOf } from './input-text.js'
import { appendToLog } from './log.js'
import type { HostName } from './types.js'
import { readStream } from './read-stream.js'

/** More is not read: no shell line that a person could review is as long. */
const LARGEST = 8_000_000
/** How long an agent may take to send its call, in milliseconds: less than those who start hooks wait for an answer. */
const LONGEST_WAIT = 9_000
/** How long an agent may take to read the answer. */
const PATIENCE = 5_000

/**
 * Answers a host that waits at the other end of stdin and stdout, if the words are those of a hook and nothing else:
 * `hook HOST` or `hook HOST --ask host|pass|deny`. Straight to the descriptors: touching `process.stdout` costs milliseconds.
 */
export function answerHere(words: readonly string[]): Promise<void> | undefined {
  const [command, host = '', flag, ask] = words
  if (command !== 'hook' || !isHostName(host)) return undefined
  if (words.length !== 2 && !(words.length === 4 && flag === '--ask' && ASK_MODES.includes(ask as AskMode)))
    return undefined
  return answer(host, ask as AskMode | undefined)
}

async function answer(host: HostName, ask: AskMode | undefined): Promise<void> {
  // Should anything end this process before the answer is complete.
  process.exitCode = 2
  const { stdout, stderr, exitCode } = await answerFrom(async () =>
    answerTo(host, await readAll(), { home: homeFolder(), ask, log: appendToLog }),
  )
  writeAll(2, stderr)
  writeAll(1, stdout)
  process.exitCode = exitCode
}

async function answerFrom(work: () => Promise<HookReply>): Promise<HookReply> {
  try {
    return await work()
  } catch (error) {
    return refusal(error instanceof Error ? error.message : String(error))
  }
}

/** What the agent sends. A read that waits could not be interrupted, so only files are read in that way. */
async function readAll(): Promise<string> {
  const stat = fstatSync(0)
  if (stat.isFile()) return readNow(0)
  const pipe = stat.isFIFO() ? openWithoutWaiting() : undefined
  if (pipe === undefined) return readStream(process.stdin, LONGEST_WAIT, LARGEST)
  try {
    return readNow(pipe)
  } finally {
    closeSync(pipe)
  }
}

/** The same pipe once more, which then says that it has nothing yet; undefined on systems that cannot open it again. */
function openWithoutWaiting(): number | undefined {
  try {
    const isSupported = process.platform === 'linux'
    return isSupported ? openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK) : undefined
  } catch {
    return undefined
  }
}

/** With few functions of Node, all of which it compiles when they are first called. */
function readNow(descriptor: number): string {
  let buffer = Buffer.allocUnsafeSlow(16_384)
  let size = 0
  const until = Date.now() + LONGEST_WAIT
  for (;;) {
    const taken = attempt(() => readSync(descriptor, buffer, size, buffer.length - size, null), until)
    if (taken === undefined) throw new Error(`the agent did not send its call within ${LONGEST_WAIT / 1000} seconds`)
    if (taken === 0) break
    size += taken
    if (size > LARGEST) throw new Error(`the agent sent more than ${LARGEST} bytes`)
    if (size === buffer.length) buffer = Buffer.concat([buffer], 2 * size)
  }
  return textOf(buffer.subarray(0, size))
}

/** What `~` means to the shell. `node:os` costs a millisecond, so it is loaded only if HOME is not set. */
function homeFolder(): string {
  return process.env.HOME || process.getBuiltinModule('node:os').homedir()
}

function writeAll(descriptor: number, text: string): void {
  const until = Date.now() + PATIENCE
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length;) {
    const written = attempt(() => writeSync(descriptor, bytes, start), until)
    if (written === undefined) throw new Error('the agent does not read the answer')
    start += written
  }
}

/** Pipes may be set not to wait. Undefined after too long a time. */
function attempt(work: () => number, until: number): number | undefined {
  for (;;) {
    try {
      return work()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      if (Date.now() > until) return undefined
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
