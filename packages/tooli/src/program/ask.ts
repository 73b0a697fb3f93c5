import { createInterface } from 'node:readline'
import { CODES, EXIT, ToolError } from '../errors/error.js'

/** Asks on the terminal, on stderr so that stdout stays data. Anything but yes is no; Ctrl-C ends the call. */
export function askOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = new Promise<boolean>((resolve, reject) => {
    // While a line is edited the terminal is raw: Ctrl-C is a key, and no signal comes.
    terminal.once('SIGINT', () => {
      process.stderr.write('\n')
      reject(new ToolError(CODES.cancelled, 'cancelled; nothing was done', { exitCode: EXIT.interrupted }))
    })
    terminal.once('close', () => resolve(false))
    terminal.question(`${question} [y/N] `, (line) => resolve(/^\s*y(es)?\s*$/i.test(line)))
  })
  return answer.finally(() => terminal.close())
}
