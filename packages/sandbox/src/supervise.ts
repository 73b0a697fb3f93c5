import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { guardianOfUs, release, UNDER_GUARD } from './guardian.js'
import { inheritedDescriptors } from './inherited.js'
import type { LimitName } from './limits.js'
import { FIRST_FEED, type Start, STATUS } from './start.js'

/** How long to wait, after everything was killed, for its pipes to close. */
const GRACE_MS = 2_000

export interface Supervision {
  readonly timeoutMs: number
  readonly maxOutputBytes: number
  readonly signal?: AbortSignal
}

export interface Ending {
  /** Why we ended it; null when it ended by itself. */
  readonly stopped: LimitName | 'signal' | null
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: Buffer
  readonly stderr: Buffer
  /** What came on the descriptor `STATUS`. */
  readonly status: string
  readonly truncated: boolean
  readonly durationMs: number
}

/** Runs a process to its end, or ends it with everything it has started. */
export function supervise(start: Start, { timeoutMs, maxOutputBytes, signal }: Supervision): Promise<Ending> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const child = startProcess(start)
    let stopped: Ending['stopped'] = null
    let error: Error | null = null
    const stop = (why: LimitName | 'signal') => {
      stopped ??= why
      killGroup(child)
    }
    for (const [index, bytes] of start.feeds.entries()) feed(child.stdio[FIRST_FEED + index] as Writable, bytes)
    const outputs = [child.stdout!, child.stderr!, child.stdio[STATUS] as Readable].map((stream) =>
      collect(stream, maxOutputBytes, () => stop('maxOutputBytes')),
    )
    const timer = setTimeout(() => stop('timeoutMs'), timeoutMs)
    const abort = () => stop('signal')
    signal?.addEventListener('abort', abort, { once: true })

    let grace: NodeJS.Timeout | undefined
    child.on('error', (problem) => (error = problem))
    child.on('exit', () => {
      release(child.pid!)
      clearTimeout(timer)
      // Everything is dead by now. Should a pipe stay open all the same, we do not wait for it.
      grace = setTimeout(() => child.stdio.forEach((stream) => stream?.destroy()), GRACE_MS)
    })
    child.on('close', (code, by) => {
      clearTimeout(timer)
      clearTimeout(grace)
      signal?.removeEventListener('abort', abort)
      if (error !== null) return reject(error)
      const [stdout, stderr, status] = outputs.map(({ chunks }) => Buffer.concat(chunks))
      resolve({
        stopped,
        code,
        signal: by,
        stdout: stdout!,
        stderr: stderr!,
        status: status!.toString(),
        truncated: outputs.some(({ isFull }) => isFull),
        durationMs: performance.now() - begin,
      })
    })
  })
}

/** In a group of its own, so that it can be killed as one, and has no terminal to type into. */
function startProcess({ file, args, feeds, env }: Start): ChildProcess {
  const [shell, ...guarded] = [...UNDER_GUARD, file, ...args]
  const stdio: Exclude<StdioOptions, string> = ['ignore', 'pipe', 'pipe', guardianOfUs(), 'pipe']
  stdio.push(...feeds.map(() => 'pipe' as const))
  const nothing = openSync('/dev/null', 'r')
  try {
    for (const descriptor of inheritedDescriptors()) {
      while (stdio.length < descriptor) stdio.push('ignore')
      if (descriptor >= FIRST_FEED + feeds.length) stdio[descriptor] = nothing
    }
    return spawn(shell!, guarded, { cwd: '/', env, detached: true, stdio })
  } finally {
    closeSync(nothing)
  }
}

/** The first process of the sandbox is in the group from its beginning to its end, and takes all others with it. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** What is fed is small, and who does not read it has failed for a reason of its own. */
function feed(stream: Writable, bytes: Buffer): void {
  stream.on('error', () => {})
  stream.end(bytes)
}

function collect(stream: Readable, limit: number, onFull: () => void): { chunks: Buffer[]; isFull: boolean } {
  const collected = { chunks: [] as Buffer[], isFull: false }
  let room = limit
  stream.on('error', () => {})
  stream.on('data', (chunk: Buffer) => {
    if (collected.isFull) return
    const fits = chunk.length <= room
    collected.chunks.push(fits ? chunk : chunk.subarray(0, room))
    room -= chunk.length
    if (fits) return
    collected.isFull = true
    onFull()
  })
  return collected
}
