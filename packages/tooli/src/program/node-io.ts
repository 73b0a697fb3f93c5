import type { Io, ValueQuestion } from '../call/io.js'
import { fs } from '../files/file-system.js'
import { writeAll } from '../files/write-all.js'

/**
 * Real files and terminals. Output is written synchronously to the descriptors: touching `process.stdout` costs 5 to 8
 * ms, and a process that exits with full buffers would lose them.
 */
export const nodeIo: Io = {
  get env() {
    return process.env
  },
  get cwd() {
    return process.cwd()
  },
  get isTerminal() {
    return isTerminal(1)
  },
  get isErrorTerminal() {
    return isTerminal(2)
  },
  get columns() {
    return (
      Number(process.env.COLUMNS) ||
      (isTerminal(1) ? process.stdout.columns : isTerminal(2) ? process.stderr.columns : 0) ||
      80
    )
  },
  write: (text) => writeAll(1, text),
  writeError(text) {
    try {
      writeAll(2, text)
    } catch {
      // stderr is closed, so this cannot be reported.
    }
  },
  async page(text, tool) {
    const { showInPager } = await import('./pager.js')
    return showInPager(text, tool, process.env, process.stdout.rows ?? 24)
  },
  readStdin: () => fs().readFileSync(0, 'utf8'),
  async ask(question) {
    if (!isTerminal(0) || !isTerminal(2)) return undefined
    const { askOnTerminal } = await import('./ask.js')
    return askOnTerminal(question)
  },
  get prompt() {
    if (!isTerminal(0) || !isTerminal(2)) return undefined
    return async (question: ValueQuestion) => (await import('./ask.js')).promptOnTerminal(question)
  },
}

function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    const stats = fs().fstatSync(descriptor)
    if (!stats.isCharacterDevice() || stats.rdev === fs().statSync('/dev/null').rdev) return false
  } catch {
    return false
  }
  // Only at this point, because loading these streams is slow.
  if (descriptor === 0) return process.stdin.isTTY === true
  return (descriptor === 1 ? process.stdout : process.stderr).isTTY === true
}
