import { readFileSync } from 'node:fs'

export interface Limits {
  /** Wall-clock time, after which everything is killed. */
  readonly timeoutMs: number
  /** Of stdout and of stderr, each. More than that ends the run. */
  readonly maxOutputBytes: number
  /** Processor time of each process. */
  readonly cpuSeconds: number
  /** Size of each file. */
  readonly fileBytes: number
  /** Open files of each process. */
  readonly descriptors: number
  /** Processes and threads of the whole run. */
  readonly processes: number
  /** Memory of all processes together, looked at now and then; the kernel lets none of them have more for itself. */
  readonly memoryBytes: number
  /** Size of each folder that can be written. */
  readonly scratchBytes: number
}

export type LimitName = keyof Limits

/** How the memory of all processes of a run is held below its limit: by looking at `/proc`, or not at all. */
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

/** The limits of a run, each from the first that names it. */
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

/** Of the limits that the kernel holds: the option of prlimit, and the line of /proc/self/limits. */
export const KERNEL_LIMITS = {
  cpuSeconds: { option: '--cpu', line: 'Max cpu time' },
  fileBytes: { option: '--fsize', line: 'Max file size' },
  descriptors: { option: '--nofile', line: 'Max open files' },
  processes: { option: '--nproc', line: 'Max processes' },
  memoryBytes: { option: '--data', line: 'Max data size' },
} as const

/** The words for prlimit. A limit that is lower already stays, since raising one is not allowed. */
export function toPrlimit(limits: Partial<Limits>, ownLimits = readFileSync('/proc/self/limits', 'utf8')): string[] {
  const args = ['--core=0:0']
  for (const [name, { option, line }] of Object.entries(KERNEL_LIMITS)) {
    const own = ownLimits.split('\n').find((candidate) => candidate.startsWith(line))
    const hard = Number(own?.slice(line.length).trim().split(/\s+/)[1])
    const wanted = limits[name as keyof typeof KERNEL_LIMITS]
    if (wanted === undefined) continue
    const value = Number.isNaN(hard) ? wanted : Math.min(wanted, hard)
    // At the soft limit of processor time comes a signal that tells why; the hard one is for those who ignore it.
    args.push(name === 'cpuSeconds' ? `${option}=${value}:${value === hard ? value : value + 1}` : `${option}=${value}`)
  }
  return args
}
