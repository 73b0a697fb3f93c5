import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { markIn, RUN_MARK } from './run-mark.js'

/** A process that outlived the program that started it. */
export interface LeftProcess {
  readonly pid: number
  /** Its words, as far as it tells them. */
  readonly command: string
  /** Whether we have ended it. */
  readonly isEnded?: boolean
}

/** By what processes of a run are known. */
export interface RunSigns {
  readonly mark: string
  /** The session in which it began. */
  readonly session?: number | undefined
  /** When its first process started, as the kernel counts: what is older is somebody else's. */
  readonly since: number
}

/** How often to look again because something happened while we looked. */
const MOST_LOOKS = 20

/**
 * The processes of a run, wherever they went: those that have its mark among their limits or in their environment, and
 * those of its session. One that left all three is not found: only a namespace holds it.
 */
export function processesOf(signs: RunSigns): LeftProcess[] {
  const silent = new Set<string>()
  for (let look = 1; ; look++) {
    const { found, isSure } = lookAround(signs, silent)
    if (found.length > 0 || isSure || look === MOST_LOOKS) return found
  }
}

/**
 * A process that ends while we look may have started another one behind our back, and one that becomes another program tells
 * nothing for a moment. Then we look again; those that were silent before have nothing to hide.
 */
function lookAround(
  { mark, session, since }: RunSigns,
  silent: Set<string>,
): { found: LeftProcess[]; isSure: boolean } {
  const sign = `\0${RUN_MARK}=${mark}\0`
  const found: LeftProcess[] = []
  let isSure = true
  // The youngest first: they are the ones that change.
  for (const pid of namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reverse()) {
    const status = statusOf(pid)
    if (status === undefined) isSure = false
    if (status === undefined || status.start < since) continue
    const isOver = status.state === 'Z'
    const environment = isOver ? '' : read(pid, 'environ')
    const isMarked = `\0${environment}`.includes(sign) || markIn(read(pid, 'limits'), mark)
    if (!isOver && (isMarked || status.session === session)) {
      found.push({ pid: Number(pid), command: commandOf(pid) })
    } else if (environment === '' && !silent.has(pid)) {
      silent.add(pid)
      isSure = false
    }
  }
  return { found, isSure }
}

/** When a process started, as the kernel counts; 0 for one that is no more. */
export function startOf(pid: number): number {
  return statusOf(String(pid))?.start ?? 0
}

/** Sends a signal to all of them. */
export function signalAll(processes: readonly LeftProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended, or became somebody else's.
    }
  }
}

/** How long to look for processes that start others faster than they are killed. */
const MOST_ROUNDS = 200

/** Asks what is left of a run to end, and ends it after a while. What was left at first is the result. */
export async function endProcesses(find: () => LeftProcess[], graceMs: number): Promise<LeftProcess[]> {
  const left = find()
  if (left.length === 0) return left
  if (graceMs > 0) signalAll(left, 'SIGTERM')
  const end = performance.now() + graceMs
  while (performance.now() < end && find().length > 0) await sleep(20)
  let still = find()
  for (let round = 0; round < MOST_ROUNDS && still.length > 0; round++) {
    signalAll(still, 'SIGKILL')
    await sleep(5)
    still = find()
  }
  // Only what runs as somebody else is still there.
  return left.map((one) => ({ ...one, isEnded: still.every(({ pid }) => pid !== one.pid) }))
}

/** Fields of /proc/PID/stat: the second is in brackets and may contain anything. */
function statusOf(pid: string): { state: string; session: number; start: number } | undefined {
  const text = read(pid, 'stat')
  if (text === '') return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0]!, session: Number(fields[3]), start: Number(fields[19]) }
}

function commandOf(pid: string): string {
  return read(pid, 'cmdline').replace(/\0/g, ' ').trim().slice(0, 500)
}

/** Nothing where the kernel is another. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

let buffer: Buffer | undefined

/** All of these files say that they are empty, for which readFileSync would take a large buffer each time. */
function read(pid: string, name: string): string {
  let descriptor: number | undefined
  try {
    descriptor = openSync(`/proc/${pid}/${name}`, 'r')
    buffer ??= Buffer.allocUnsafe(65_536)
    let text = ''
    for (let length; (length = readSync(descriptor, buffer)) > 0;) text += buffer.toString('latin1', 0, length)
    return text
  } catch {
    return ''
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
