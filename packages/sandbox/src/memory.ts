import { readFileSync } from 'node:fs'
import type { LeftProcess } from './processes.js'

/** Milliseconds between two samples; longer if sampling is slow. */
const LOOK_MS = 100
const AGAIN_MS = 20
/** Sampling takes at most this share of the time. */
const LOOK_SHARE = 1 / 50

/**
 * Samples the memory of all processes of a run, and calls `onFull` once it exceeds the limit. The kernel's own limit is
 * per process; a total limit needs a control group, which only root or a service manager can create.
 */
export function watchMemory(find: () => LeftProcess[], limit: number, onFull: () => void): () => void {
  let timer = setTimeout(look, LOOK_MS).unref()
  let wasFull = false
  return () => clearTimeout(timer)

  function look(): void {
    const begin = performance.now()
    const isFull = isMoreThan(limit, find())
    // While processes end, their shared pages may count more than once, so two samples must exceed the limit.
    if (isFull && wasFull) return onFull()
    wasFull = isFull
    const wait = isFull ? AGAIN_MS : Math.max(LOOK_MS, (performance.now() - begin) / LOOK_SHARE)
    timer = setTimeout(look, wait).unref()
  }
}

/** First counts shared pages in full for each process, which is fast; only if that is too much, shares them out. */
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

/** The sum of some lines; undefined if the file lacks them or may not be read, 0 if the process has ended. */
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
