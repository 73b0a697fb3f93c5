import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { guardianOfUs, release, underGuard } from './guardian.js'
import { inheritedDescriptors } from './inherited.js'
import type { LimitName, Limits, MemoryCap } from './limits.js'
import { watchMemory } from './memory.js'
import { endProcesses, processesOf, signalAll, startOf, type LeftProcess } from './processes.js'
import { FIRST_FEED, type Start, STATUS } from './start.js'
import type { PseudoTerminal, Supervision } from './supervision.js'
import { timerMs } from './timer-ms.js'

/** How long to wait for pipes to close after everything was killed. */
const GRACE_MS = 2_000
/** The same if surviving processes may keep the pipes open. */
const KEPT_GRACE_MS = 100

type SupervisionLimits = Pick<Limits, 'timeoutMs' | 'maxOutputBytes' | 'memoryBytes'>

const NOTHING = new Uint8Array()
/** Ctrl-D, which ends the input of a terminal. */
const END_OF_INPUT = '\x04'

export interface Ending {
  /** Why we ended it; null if it ended by itself. */
  readonly stopped: LimitName | 'signal' | null
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: Buffer
  readonly stderr: Buffer
  /** What was written to the descriptor `STATUS`. */
  readonly status: string
  readonly truncated: boolean
  readonly durationMs: number
  readonly memoryCap: MemoryCap
  /** Processes that still ran when the program ended by itself. */
  readonly left: readonly LeftProcess[]
}

/** Runs a process to its end, or kills it with everything it has started. */
export function supervise(
  start: Start,
  limits: SupervisionLimits,
  { signal, stdin, idleInputMs, terminal, onOutput, graceMs = 0, leftovers = 'end' }: Supervision = {},
  isReady: (status: string, pid: number) => boolean = () => true,
): Promise<Ending> {
  const begin = performance.now()
  const isLoose = start.isLoose === true
  return new Promise((resolve, reject) => {
    const child = startProcess(start, stdin !== undefined || idleInputMs !== undefined, terminal)
    const since = startOf(child.pid ?? 0)
    const session = isLoose ? child.pid : undefined
    const find = () => processesOf({ mark: start.mark, session, since })
    let stopped: Ending['stopped'] = null
    let isKilled = false
    let error: Error | null = null
    let killTimer: NodeJS.Timeout | undefined
    const kill = () => {
      isKilled = true
      killGroup(child)
    }
    const stop = (why: LimitName | 'signal') => {
      if (stopped !== null) return
      stopped = why
      const asked = graceMs > 0 ? find() : []
      if (asked.length === 0) return kill()
      signalAll(asked, 'SIGTERM')
      killTimer = setTimeout(kill, timerMs(graceMs))
    }
    // No SIGTERM first: the processes would use more memory until they end.
    const leaveMemory = watchMemory(find, limits.memoryBytes, () => {
      stopped ??= 'memoryBytes'
      kill()
    })
    if (stdin !== undefined) feed(child.stdin!, stdin)
    const endInput = () => (terminal === undefined ? feed(child.stdin!, NOTHING) : terminal.type(END_OF_INPUT))
    const idle = setTimeout(endInput, timerMs(idleInputMs ?? 0))
    if (stdin !== undefined || idleInputMs === undefined) clearTimeout(idle)
    for (const [index, bytes] of start.feeds.entries()) {
      if (index !== start.gate) feed(child.stdio[FIRST_FEED + index] as Writable, bytes)
    }
    const sources = { stdout: terminal?.output ?? child.stdout, stderr: child.stderr }
    const [stdout, stderr] = (['stdout', 'stderr'] as const).map((name) =>
      collect(
        sources[name],
        limits.maxOutputBytes,
        () => stop('maxOutputBytes'),
        onOutput && ((chunk) => onOutput(chunk, name)),
      ),
    ) as [Collected, Collected]
    // The terminal's last output arrives after the program has ended.
    const isShown = new Promise<void>((done) => (terminal === undefined ? done() : terminal.output.once('close', done)))
    const status = collect(child.stdio[STATUS] as Readable, limits.maxOutputBytes, () => stop('maxOutputBytes'))
    if (start.gate !== undefined) openGate(start, child, isReady)
    const timer = setTimeout(() => stop('timeoutMs'), timerMs(limits.timeoutMs))
    const abort = () => stop('signal')
    signal?.addEventListener('abort', abort, { once: true })

    let grace: NodeJS.Timeout | undefined
    let left: Promise<LeftProcess[]> = Promise.resolve([])
    child.on('error', (problem) => (error = problem))
    child.on('exit', () => {
      leaveMemory()
      clearTimeout(timer)
      clearTimeout(idle)
      clearTimeout(killTimer)
      const isEnded = stopped !== null || leftovers === 'end'
      if (isLoose) left = isEnded ? endProcesses(find, isKilled ? 0 : graceMs) : Promise.resolve(find())
      left = left.finally(() => {
        release(child.pid!, start)
        // Everything is dead by now. If a pipe stays open anyway, we do not wait for it.
        const wait = isEnded ? GRACE_MS : KEPT_GRACE_MS
        grace = setTimeout(() => {
          child.stdio.forEach((stream) => stream?.destroy())
          terminal?.close()
        }, wait)
        terminal?.finish()
      })
    })
    child.on('close', (code, by) => {
      leaveMemory()
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      if (error !== null) return reject(error)
      void Promise.all([left, isShown]).then(([found]) => {
        clearTimeout(grace)
        resolve({
          stopped,
          code,
          signal: by,
          stdout: Buffer.concat(stdout.chunks),
          stderr: Buffer.concat(stderr.chunks),
          status: Buffer.concat(status.chunks).toString(),
          truncated: stdout.isFull || stderr.isFull,
          durationMs: performance.now() - begin,
          memoryCap: process.platform === 'linux' ? 'sampled' : 'none',
          left: stopped === null ? found : [],
        })
      }, reject)
    })
  })
}

/** Starts it in a session of its own: its group can be killed as one, and it cannot type into our terminal. */
function startProcess(start: Start, hasInput: boolean, terminal?: PseudoTerminal): ChildProcess {
  const { file, args, feeds, env, cwd = '/' } = start
  const [shell, ...guarded] = [...underGuard(start, terminal?.path), file, ...args]
  const pipes = [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'] as const
  const stdio: Exclude<StdioOptions, string> =
    terminal === undefined ? [...pipes] : pipes.map(() => terminal.descriptor)
  stdio.push(guardianOfUs(), 'pipe', ...feeds.map(() => 'pipe' as const))
  const nothing = openSync('/dev/null', 'r')
  try {
    for (const descriptor of inheritedDescriptors()) {
      while (stdio.length < descriptor) stdio.push('ignore')
      if (descriptor >= FIRST_FEED + feeds.length) stdio[descriptor] = nothing
    }
    return spawn(shell!, guarded, { cwd, env, detached: true, stdio })
  } finally {
    closeSync(nothing)
  }
}

/** Lets the program begin as soon as `isReady` agrees. */
function openGate(
  { feeds, gate }: Start,
  { stdio, pid }: ChildProcess,
  isReady: (status: string, pid: number) => boolean,
): void {
  let told = ''
  ;(stdio[STATUS] as Readable).on('data', function look(this: Readable, chunk: Buffer) {
    told += chunk.toString('latin1')
    if (!isReady(told, pid!)) return
    this.off('data', look)
    feed(stdio[FIRST_FEED + gate!] as Writable, feeds[gate!]!)
  })
}

/** The first process of the sandbox never leaves the group, and its end kills all others. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** Feeds are small. A process that does not read them has failed for another reason. */
function feed(stream: Writable, bytes: Uint8Array): void {
  stream.on('error', () => {})
  stream.end(bytes)
}

interface Collected {
  readonly chunks: Buffer[]
  isFull: boolean
}

function collect(
  stream: Readable | null,
  limit: number,
  onFull: () => void,
  onChunk?: (chunk: Buffer) => void,
): Collected {
  const collected: Collected = { chunks: [], isFull: false }
  const take = onChunk ?? ((chunk: Buffer) => void collected.chunks.push(chunk))
  let room = limit
  stream?.on('error', () => {})
  stream?.on('data', (chunk: Buffer) => {
    if (collected.isFull) return
    const fits = chunk.length <= room
    take(fits ? chunk : chunk.subarray(0, room))
    room -= chunk.length
    if (fits) return
    collected.isFull = true
    onFull()
  })
  return collected
}
