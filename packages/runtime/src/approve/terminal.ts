import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import type { ApprovalRequest, Approver } from './approver.js'

export interface TerminalStreams {
  input?: Readable
  output?: Writable
}

/** Asks on a terminal, one question at a time. Any answer but yes is a denial, and becomes feedback for the model. */
export function terminalApprover({ input = process.stdin, output = process.stderr }: TerminalStreams = {}): Approver {
  let last: Promise<unknown> = Promise.resolve()
  const ask: Approver = async (request, signal) => {
    const terminal = createInterface({ input, output })
    try {
      const answer = (await terminal.question(`${sayQuestion(request)}\nAllow it? [y/N] `, { signal })).trim()
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
  const what = line ?? JSON.stringify(input, undefined, 2)
  return visible(`${tool_name}: ${what}\n${reason}`)
}

function visible(text: string): string {
  return text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`)
}
