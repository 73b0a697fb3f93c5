import { readFileSync } from 'node:fs'

export interface Limits {
  /** Wall-clock time after which everything is killed. */
  readonly timeoutMs: number
  /** Bytes of stdout and of stderr, each. Exceeding it ends the run. */
  readonly maxOutputBytes: number
  /** CPU seconds of each process. */
  readonly cpuSeconds: number
  /** Size of each file. */
  readonly fileBytes: number
  /** Open files of each process. */
  readonly descriptors: number
  /** Processes and threads of the whole run. */
  readonly processes: number
  /** Memory of all processes together, sampled from time to time; the kernel also limits each process to it. */
  readonly memoryBytes: number
  /** Size of each writable folder. */
  readonly scratchBytes: number
}

export type LimitName = keyof Limits

/** How the total memory of a run is limited: by sampling `/proc`, or not at all. */
export type MemoryCap = 'sampled' | 'none'

const MEBIBYTE = 2 ** 20

export const DEFAULT_LIMITS: Limits = {
  timeoutMs: 5_000,
  maxOutputBytes: 4 * MEBIBYTE,
  cpuSeconds: 5,
  fileBytes: 16 * MEBIBYTE,
  descriptors: 1_024,
  processes: 256,
  memoryBytes: 4_096 * MEBIBYTE,
  scratchBytes: 64 * MEBIBYTE,
}

const NAMES = Object.keys(DEFAULT_LIMITS) as LimitName[]

/** The limits of a run; earlier sources take precedence. */
export function limitsFrom(...sources: readonly Partial<Limits>[]): Limits {
  const limits: Record<LimitName, number> = { ...DEFAULT_LIMITS }
  for (const source of [...sources].reverse()) {
    for (const name of NAMES) {
      const value = source[name]
      if (value === undefined) continue
      if (!Number.isSafeInteger(value) || value < 1) {
        throw new RangeError(`${name} must be a whole number from 1 on, got ${value}`)
      }
      limits[name] = value
    }
  }
  return limits
}

/** Limits that the kernel enforces: the option of prlimit, and the line of /proc/self/limits. */
export const KERNEL_LIMITS = {
  cpuSeconds: { option: '--cpu', line: 'Max cpu time' },
  fileBytes: { option: '--fsize', line: 'Max file size' },
  descriptors: { option: '--nofile', line: 'Max open files' },
  processes: { option: '--nproc', line: 'Max processes' },
  memoryBytes: { option: '--data', line: 'Max data size' },
} as const

/** The arguments for prlimit. A lower limit of our own stays, since raising one is not permitted. */
export function toPrlimit(limits: Partial<Limits>, ownLimits = readFileSync('/proc/self/limits', 'utf8')): string[] {
  const args = ['--core=0:0']
  for (const [name, { option, line }] of Object.entries(KERNEL_LIMITS)) {
    const own = ownLimits.split('\n').find((candidate) => candidate.startsWith(line))
    const hard = Number(own?.slice(line.length).trim().split(/\s+/)[1])
    const wanted = limits[name as keyof typeof KERNEL_LIMITS]
    if (wanted === undefined) continue
    const value = Number.isNaN(hard) ? wanted : Math.min(wanted, hard)
    // The soft CPU limit sends a signal that names the reason; the hard one kills programs that ignore it.
    args.push(name === 'cpuSeconds' ? `${option}=${value}:${value === hard ? value : value + 1}` : `${option}=${value}`)
  }
  return args
}
