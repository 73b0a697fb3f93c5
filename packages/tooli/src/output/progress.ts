import { printable } from './printable.js'
import { cut, displayWidth } from './width.js'

export interface ProgressStream {
  isTTY?: boolean
  columns?: number
  write(text: string): void
}

export interface Progress {
  update(done: number, total?: number, text?: string): void
  /** Takes the bar away. The next update draws it anew, so a line can be printed in between. */
  end(): void
}

const INTERVAL_MS = 50
const WIDEST_BAR = 30
const NARROWEST_BAR = 5
const CLEAR = '\r\u001b[K'
const TURNS = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** A bar that stays in one line of a terminal; in a pipe it is silent. */
export function createProgress(stream: ProgressStream, clock: () => number): Progress {
  let drawnAt: number | undefined
  let turn = 0
  return {
    update(done, total, text = '') {
      const now = clock()
      if (stream.isTTY !== true || (drawnAt !== undefined && now - drawnAt < INTERVAL_MS)) return
      drawnAt = now
      // The last column stays free: some terminals begin a new line when it is written to.
      const columns = Math.max(1, (stream.columns || 80) - 1)
      stream.write(CLEAR + lineOf(done, total, printable(text), columns, TURNS[turn++ % TURNS.length]!))
    },
    end() {
      if (drawnAt !== undefined) stream.write(CLEAR)
      drawnAt = undefined
    },
  }
}

function lineOf(done: number, total: number | undefined, text: string, columns: number, turning: string): string {
  if (total === undefined || !(total > 0)) return cut(`${turning} ${done}${text && ` ${text}`}`, columns)
  const part = Math.min(1, Math.max(0, done / total)) || 0
  const percent = `${Math.floor(part * 100)}%`.padStart(4)
  const count = `${percent} ${String(done).padStart(String(total).length)}/${total}`
  const space = Math.min(WIDEST_BAR, columns - displayWidth(count) - 1)
  const lead = space < NARROWEST_BAR ? '' : `${barOf(part, space)} `
  return cut(`${lead}${count}${text && ` ${text}`}`, columns)
}

function barOf(part: number, width: number): string {
  const full = Math.floor(part * width)
  return '█'.repeat(full) + '░'.repeat(width - full)
}
