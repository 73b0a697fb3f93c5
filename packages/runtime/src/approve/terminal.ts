import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import type { ApprovalRequest, Approver } from './approver.js'

export interface TerminalStreams {
  input?: Readable
  output?: Writable
}

const ENDED = 'the input has ended'

/** Asks on a terminal, one question at a time. Any answer but yes is a denial, and becomes feedback for the model. */
export function terminalApprover({ input = process.stdin, output = process.stderr }: TerminalStreams = {}): Approver {
  let last: Promise<unknown> = Promise.resolve()
  const ask: Approver = async (request, signal) => {
    // A stream reports its end only once.
    if (input.readableEnded || input.destroyed) throw new Error(ENDED)
    const terminal = createInterface({ input, output })
    const closed = new Promise<never>((_, reject) => {
      // Ctrl-C closes it, too, and is reported right after.
      terminal.once('close', () => setImmediate(() => reject(new Error(ENDED))))
    })
    try {
      const question = terminal.question(`${sayQuestion(request)}\nAllow it? [y/N] `, { signal })
      const answer = (await Promise.race([question, closed])).trim()
      if (/^y(?:es)?$/i.test(answer)) return { behavior: 'allow' }
      return { behavior: 'deny', ...(!/^(?:no?)?$/i.test(answer) && { feedback: answer }) }
    } finally {
      terminal.close()
    }
  }
  return (request, signal) => {
    const turn = last.then(() => ask(request, signal))
    last = turn.catch(() => {})
    return turn
  }
}

/** The question as text. Arguments may contain control characters, which must not reach a terminal. */
export function sayQuestion({ tool_name, input, line, reason }: ApprovalRequest): string {
  const what = line ?? `${tool_name}: ${JSON.stringify(input, undefined, 2)}`
  return visible(`${what}\n${reason}`)
}

function visible(text: string): string {
  return text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`)
}
