import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { markIn, RUN_MARK } from './run-mark.js'

/** A process that outlived the program that started it. */
export interface LeftProcess {
  readonly pid: number
  /** Its argv, as far as /proc shows it. */
  readonly command: string
  /** Whether it has been killed. */
  readonly isEnded?: boolean
}

/** How the processes of a run are recognised. */
export interface RunSigns {
  readonly mark: string
  /** The session id of its first process. */
  readonly session?: number | undefined
  /** Start time of its first process in kernel ticks: older processes do not belong to the run. */
  readonly since: number
}

/** How many times to scan if processes changed during a scan. */
const MOST_LOOKS = 20

/**
 * The processes of a run, wherever they went: those with its mark in their limits or environment, and those of its
 * session. A process that dropped all three is not found; only a namespace can contain it.
 */
export function processesOf(signs: RunSigns): LeftProcess[] {
  const silent = new Set<string>()
  for (let look = 1; ; look++) {
    const { found, isSure } = lookAround(signs, silent)
    if (found.length > 0 || isSure || look === MOST_LOOKS) return found
  }
}

/**
 * Scans /proc once. The result is not sure if a process ended during the scan, since it may have started another
 * unseen, or shows no environment, as in the middle of an exec. One that was silent in an earlier scan does not count.
 */
function lookAround(
  { mark, session, since }: RunSigns,
  silent: Set<string>,
): { found: LeftProcess[]; isSure: boolean } {
  const sign = `\0${RUN_MARK}=${mark}\0`
  const found: LeftProcess[] = []
  let isSure = true
  // The youngest first, because they change most.
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

/** The start time of a process in kernel ticks; 0 if it has ended. */
export function startOf(pid: number): number {
  return statusOf(String(pid))?.start ?? 0
}

export function signalAll(processes: readonly LeftProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended, or now belongs to another user.
    }
  }
}

/** Rounds to try against processes that start others faster than they are killed. */
const MOST_ROUNDS = 200

/** Sends SIGTERM to what remains of a run, then SIGKILL after a grace period. Returns the processes found at first. */
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
  // Only processes of other users survive.
  return left.map((one) => ({ ...one, isEnded: still.every(({ pid }) => pid !== one.pid) }))
}

/** Parses /proc/PID/stat. The second field is in parentheses and may contain anything. */
function statusOf(pid: string): { state: string; session: number; start: number } | undefined {
  const text = read(pid, 'stat')
  if (text === '') return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0]!, session: Number(fields[3]), start: Number(fields[19]) }
}

function commandOf(pid: string): string {
  return read(pid, 'cmdline').replace(/\0/g, ' ').trim().slice(0, 500)
}

/** Empty on other kernels. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

let buffer: Buffer | undefined

/** These files report a size of 0, for which `readFileSync` would allocate a large buffer each time. */
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
