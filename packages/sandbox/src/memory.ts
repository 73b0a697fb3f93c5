import { readFileSync } from 'node:fs'
import type { LeftProcess } from './processes.js'

/** Between two looks, in milliseconds; more where a look takes long. */
const LOOK_MS = 100
const AGAIN_MS = 20
/** Looking takes at most this part of the time. */
const LOOK_SHARE = 1 / 50

/**
 * Looks at what the processes of a run take together, and says once that it is too much. The kernel's own limit is for each
 * process, and a limit for many of them needs a control group, which only root or a service manager can make.
 */
export function watchMemory(find: () => LeftProcess[], limit: number, onFull: () => void): () => void {
  let timer = setTimeout(look, LOOK_MS).unref()
  let wasFull = false
  return () => clearTimeout(timer)

  function look(): void {
    const begin = performance.now()
    const isFull = isMoreThan(limit, find())
    // While processes end, what they shared may count more than once.
    if (isFull && wasFull) return onFull()
    wasFull = isFull
    const wait = isFull ? AGAIN_MS : Math.max(LOOK_MS, (performance.now() - begin) / LOOK_SHARE)
    timer = setTimeout(look, wait).unref()
  }
}

/** Pages that several processes share count in full for each of them at first, which is quick to read. */
function isMoreThan(limit: number, processes: readonly LeftProcess[]): boolean {
  const atMost = processes.map(
    ({ pid }) => kilobytes(pid, 'status', /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm) ?? 0,
  )
  if (sum(atMost) * 1024 <= limit) return false
  const shares = processes.map(
    ({ pid }, index) =>
      kilobytes(pid, 'smaps_rollup', /^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB$/gm) ?? atMost[index]!,
  )
  return sum(shares) * 1024 > limit
}

/** The sum of some lines; undefined where the file does not have them, or is not for us. A process that is gone has none. */
function kilobytes(pid: number, name: string, lines: RegExp): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/${name}`, 'latin1')
    const found = [...text.matchAll(lines)]
    return found.length === 0 && text !== '' ? undefined : sum(found.map(([, number]) => Number(number)))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? undefined : 0
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
