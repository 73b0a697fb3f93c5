import { readFileSync } from 'node:fs'

/** The variable that identifies processes of a run, even after they left its session. */
export const RUN_MARK = 'ATIP_RUN_ID'

/**
 * A mark is a number that is also set as a resource limit, which child processes inherit: the CPU time in microseconds
 * between two waits of a real-time process. It is too high to limit anything. A process can drop a variable or a
 * session easily, but sheds the mark only by lowering this limit.
 */
const LIMIT = { option: '--rttime', line: 'Max realtime timeout' }

const HIGHEST = 2 ** 52
const LOWEST = 2 ** 51
/** Number of possible marks below our own limit, which may itself be the mark of a run. */
const MARKS = 2 ** 40

export function newRunMark(own = ownLimit()): string {
  return String(Math.min(own, HIGHEST) - 1 - Math.floor(Math.random() * MARKS))
}

/** The arguments for prlimit. Empty if our own limit is a real one, because no process may raise it. */
export function markLimit(mark: string): string[] {
  return Number(mark) >= LOWEST ? [`${LIMIT.option}=${mark}:${mark}`] : []
}

/** Whether a text of /proc/PID/limits contains the mark. */
export function markIn(limits: string, mark: string): boolean {
  return limits.includes(` ${mark} `)
}

function ownLimit(): number {
  try {
    const line = readFileSync('/proc/self/limits', 'latin1')
      .split('\n')
      .find((candidate) => candidate.startsWith(LIMIT.line))
    const hard = Number(line?.slice(LIMIT.line.length).trim().split(/\s+/)[1])
    return Number.isNaN(hard) ? HIGHEST : hard
  } catch {
    return HIGHEST
  }
}
