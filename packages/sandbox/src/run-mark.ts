import { readFileSync } from 'node:fs'

/** The variable by which processes of a run are known, also after they left its session. */
export const RUN_MARK = 'ATIP_RUN_ID'

/**
 * A mark is a number, and also a limit that the kernel hands down from process to process: processor time between two
 * waits of a process with real-time priority, in microseconds. It is so high that it limits nothing, and other than a
 * variable or a session, nothing but a limit of its own takes it from a process.
 */
const LIMIT = { option: '--rttime', line: 'Max realtime timeout' }

const HIGHEST = 2 ** 52
const LOWEST = 2 ** 51
/** How many marks there are below the limit that we have ourselves: perhaps we carry one. */
const MARKS = 2 ** 40

export function newRunMark(own = ownLimit()): string {
  return String(Math.min(own, HIGHEST) - 1 - Math.floor(Math.random() * MARKS))
}

/** The words for prlimit. None where our own limit is a real one, which no process may raise. */
export function markLimit(mark: string): string[] {
  return Number(mark) >= LOWEST ? [`${LIMIT.option}=${mark}:${mark}`] : []
}

/** Whether a text of /proc/PID/limits is that of a marked process. */
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
