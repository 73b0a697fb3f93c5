import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import type { ValueQuestion } from '../call/io.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { printable } from '../output/controls.js'

/** Asks on stderr, so that stdout stays data. Anything but yes means no; Ctrl-C ends the call. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  return /^\s*y(es)?\s*$/i.test(await answerTo(terminal, `${question} [y/N] `))
}

/** Asks for a value: a line of text, one of several choices, or a secret without echo. */
export async function promptOnTerminal({ text, choices, isSecret }: ValueQuestion): Promise<string> {
  const lines = (choices ?? []).map((choice, index) => `  ${index + 1}) ${printable(choice)}\n`)
  const line = `${printable(text)}${text.endsWith('?') ? '' : ':'} `
  if (isSecret !== true) {
    process.stderr.write(lines.join(''))
    return answerTo(createInterface({ input: process.stdin, output: process.stderr }), line)
  }
  // Node edits the line and draws it to a discarded stream. It starts before the question is printed, because a secret
  // typed as soon as the question appears must not be echoed either.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(line)
  const answer = await answerTo(terminal, '')
  process.stderr.write('\n')
  return answer
}

function answerTo(terminal: Interface, question: string): Promise<string> {
  const answer = new Promise<string>((resolve, reject) => {
    // While a line is edited the terminal is raw: Ctrl-C is a key and sends no signal.
    terminal.once('SIGINT', () => {
      process.stderr.write('\n')
      reject(new ToolError(CODES.cancelled, 'cancelled; nothing was done', { exitCode: EXIT.interrupted }))
    })
    terminal.once('close', () => resolve(''))
    terminal.question(question, resolve)
  })
  return answer.finally(() => terminal.close())
}
