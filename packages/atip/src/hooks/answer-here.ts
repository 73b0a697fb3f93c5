import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { homeFolder } from '@atip/discover/machine'
import { answerTo, ASK_MODES, refusal, type AskMode, type HookReply } from './answer.js'
import { isHostName } from './hosts.js'
import { textOf } from './input-text.js'
import { appendToLog } from './log.js'
import type { HostName } from './types.js'
import { readStream } from './read-stream.js'

/** The maximum size of the input, longer than any shell line that a person could review. */
const LARGEST = 8_000_000
/** Milliseconds in which the agent must send its call: less than hosts wait for a hook. */
const LONGEST_WAIT = 9_000
/** Milliseconds in which the agent must read the answer. */
const PATIENCE = 5_000

/**
 * Answers a host over stdin and stdout if the words are exactly those of a hook: `hook HOST` or `hook HOST --ask
 * host|pass|deny`. Writes to the descriptors directly, because using `process.stdout` costs milliseconds.
 */
export function answerHere(words: readonly string[]): Promise<void> | undefined {
  const [command, host = '', flag, ask] = words
  if (command !== 'hook' || !isHostName(host)) return undefined
  if (words.length !== 2 && !(words.length === 4 && flag === '--ask' && ASK_MODES.includes(ask as AskMode)))
    return undefined
  return answer(host, ask as AskMode | undefined)
}

async function answer(host: HostName, ask: AskMode | undefined): Promise<void> {
  // In case anything ends this process before the answer is complete.
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

/** The input from the agent. Only files are read with blocking calls, because those have no timeout. */
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

/** Opens the same pipe again in non-blocking mode; undefined on systems that cannot. */
function openWithoutWaiting(): number | undefined {
  try {
    const isSupported = process.platform === 'linux'
    return isSupported ? openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK) : undefined
  } catch {
    return undefined
  }
}

/** Uses few functions of Node, because each is compiled on its first call. */
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

function writeAll(descriptor: number, text: string): void {
  const until = Date.now() + PATIENCE
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length;) {
    const written = attempt(() => writeSync(descriptor, bytes, start), until)
    if (written === undefined) throw new Error('the agent does not read the answer')
    start += written
  }
}

/** Retries on non-blocking pipes. Undefined after a timeout. */
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
