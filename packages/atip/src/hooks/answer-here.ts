import { readSync, writeSync } from 'node:fs'
import { answerTo, refusal, type HookReply } from './answer.js'
import { isHostName } from './hosts.js'
import type { HostName } from './types.js'

/** More is not read: no shell line that a person could review is as long. */
const LARGEST = 8_000_000
/** How long an input that stays away is waited for, in milliseconds, where reading does not wait by itself. */
const PATIENCE = 5_000

/**
 * Answers a host that waits at the other end of stdin and stdout, if the words are those of a hook and nothing else:
 * `hook HOST` or `hook HOST --ask host|deny`. Straight to the descriptors: touching `process.stdout` costs milliseconds.
 */
export function answerHere(words: readonly string[]): Promise<void> | undefined {
  const [command, host = '', flag, ask] = words
  if (command !== 'hook' || !isHostName(host)) return undefined
  if (words.length !== 2 && !(words.length === 4 && flag === '--ask' && (ask === 'host' || ask === 'deny')))
    return undefined
  return answer(host, ask as 'host' | 'deny' | undefined)
}

async function answer(host: HostName, ask: 'host' | 'deny' | undefined): Promise<void> {
  // Should anything end this process before the answer is complete.
  process.exitCode = 2
  const { stdout, stderr, exitCode } = await answerFrom(async () =>
    answerTo(host, readAll(0), { home: homeFolder(), ask }),
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

/** With few functions of Node, all of which it compiles when they are first called. */
function readAll(descriptor: number): string {
  let buffer = Buffer.allocUnsafeSlow(16_384)
  let size = 0
  const until = Date.now() + PATIENCE
  for (;;) {
    const taken = attempt(() => readSync(descriptor, buffer, size, buffer.length - size, null), until)
    if (taken === 0) break
    size += taken
    if (size > LARGEST) throw new Error(`the agent sent more than ${LARGEST} bytes`)
    if (size === buffer.length) buffer = Buffer.concat([buffer], 2 * size)
  }
  const text = buffer.toString(undefined, 0, size)
  // Invalid UTF-8 is decoded to U+FFFD. `isUtf8` of `node:buffer` costs more to load.
  if (text.includes('\ufffd') && !Buffer.from(text).equals(buffer.subarray(0, size)))
    throw new Error('the input from the agent is not UTF-8')
  return text
}

/** What `~` means to the shell. `node:os` costs a millisecond, so it is loaded only if HOME is not set. */
function homeFolder(): string {
  return process.env.HOME || process.getBuiltinModule('node:os').homedir()
}

function writeAll(descriptor: number, text: string): void {
  const until = Date.now() + PATIENCE
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length;) start += attempt(() => writeSync(descriptor, bytes, start), until)
}

/** Pipes may be set not to wait. */
function attempt(work: () => number, until: number): number {
  for (;;) {
    try {
      return work()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN' || Date.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
