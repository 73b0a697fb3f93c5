import { printable } from './printable.js'
import { cut, displayWidth } from './width.js'

export interface ProgressStream {
  isTTY?: boolean
  columns?: number
  write(text: string): void
}

export interface Progress {
  update(done: number, total?: number, text?: string): void
  /** Shows a spinner, for work of unknown length. */
  spin(text: string): void
  /** Removes the bar. The next update draws it again, so a line can be printed in between. */
  end(): void
}

const INTERVAL_MS = 50
const TURN_MS = 100
const WIDEST_BAR = 30
const NARROWEST_BAR = 5
const CLEAR = '\r\u001b[K'

/** The characters of a bar. */
interface Signs {
  full: string
  empty: string
  turns: readonly string[]
}

const UNICODE: Signs = { full: '█', empty: '░', turns: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] }
const ASCII: Signs = { full: '#', empty: '.', turns: ['|', '/', '-', '\\'] }

/** Chooses by the locale variable for characters (POSIX 8.2); without one, modern terminals use Unicode. */
function signsFor({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): Signs {
  const locale = LC_ALL || LC_CTYPE || LANG || 'UTF-8'
  return /utf-?8/i.test(locale) ? UNICODE : ASCII
}

/** A bar in one line of a terminal; in a pipe it prints nothing. */
export function createProgress(stream: ProgressStream, clock: () => number, env: NodeJS.ProcessEnv = {}): Progress {
  const signs = signsFor(env)
  let drawnAt: number | undefined
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  const rest = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    spin(text) {
      rest()
      if (stream.isTTY !== true) return
      const draw = () => {
        drawnAt = clock()
        const columns = Math.max(1, (stream.columns || 80) - 1)
        const sign = signs.turns[turn++ % signs.turns.length]
        stream.write(CLEAR + cut(`${sign} ${printable(text)}`, columns))
      }
      draw()
      // A spinner must not keep the process alive.
      timer = setInterval(draw, TURN_MS).unref()
    },
    update(done, total, text = '') {
      rest()
      const now = clock()
      if (stream.isTTY !== true || (drawnAt !== undefined && now - drawnAt < INTERVAL_MS)) return
      drawnAt = now
      // The last column stays free: some terminals wrap when it is written to.
      const columns = Math.max(1, (stream.columns || 80) - 1)
      stream.write(CLEAR + lineOf(done, total, printable(text), columns, signs, turn++))
    },
    end() {
      rest()
      if (drawnAt !== undefined) stream.write(CLEAR)
      drawnAt = undefined
    },
  }
}

function lineOf(
  done: number,
  total: number | undefined,
  text: string,
  columns: number,
  signs: Signs,
  turn: number,
): string {
  if (total === undefined || !(total > 0))
    return cut(`${signs.turns[turn % signs.turns.length]} ${done}${text && ` ${text}`}`, columns)
  const part = Math.min(1, Math.max(0, done / total)) || 0
  const percent = `${Math.floor(part * 100)}%`.padStart(4)
  const count = `${percent} ${String(done).padStart(String(total).length)}/${total}`
  const space = Math.min(WIDEST_BAR, columns - displayWidth(count) - 1)
  const lead = space < NARROWEST_BAR ? '' : `${barOf(part, space, signs)} `
  return cut(`${lead}${count}${text && ` ${text}`}`, columns)
}

function barOf(part: number, width: number, { full: sign, empty }: Signs): string {
  const full = Math.floor(part * width)
  return sign.repeat(full) + empty.repeat(width - full)
}
