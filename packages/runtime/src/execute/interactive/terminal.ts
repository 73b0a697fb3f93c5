import { quoteLine } from '@atip/protocol'
import { findProgram, runLoose, type LooseOptions, type PseudoTerminal, type SandboxResult } from '@atip/sandbox'
import { openPseudoTerminal } from './pseudo-terminal.js'

/** How a program gets a terminal of its own: with the words that start it, by us or by `script`. */
export interface OnTerminal {
  argv: string[]
  terminal?: PseudoTerminal
}

export type TerminalSource = 'node-pty' | 'script'

/** From the package `@lydell/node-pty` if it is installed, else from the program `script`. */
export function onTerminal(
  argv: readonly string[],
  searchPath: string,
  sources: readonly TerminalSource[] = ['node-pty', 'script'],
): OnTerminal | { problem: string } {
  const terminal = sources.includes('node-pty') ? openPseudoTerminal(SIZE) : undefined
  if (terminal !== undefined) return { argv: [...argv], terminal }
  const script = sources.includes('script') ? findProgram('script', searchPath) : null
  if (script === null) {
    return { problem: 'install the package @lydell/node-pty, or the program "script" of util-linux' }
  }
  const line = `stty rows ${SIZE.rows} columns ${SIZE.columns}; exec ${quoteLine([...argv])}`
  return { argv: [script, '--quiet', '--return', '--command', line, '/dev/null'] }
}

/** Runs a program on its terminal. `script` tells a signal as a shell does. */
export async function runOnTerminal({ argv, terminal }: OnTerminal, options: LooseOptions): Promise<SandboxResult> {
  if (terminal === undefined) {
    const result = await runLoose(argv, options)
    return result.signal === null ? result : { ...result, code: null }
  }
  try {
    return await runLoose(argv, { ...options, terminal })
  } finally {
    terminal.close()
  }
}

const SIZE = { columns: 80, rows: 24 }

/** The last line of an output that waits for a secret. */
const PASSWORD_PROMPT =
  /(?:^|\n)[^\n]{0,200}\b(?:password|passphrase|passcode|PIN|one-time code)\b[^\n]{0,100}[:?]\s*$/i

/** Whether an output ends with the question for a secret. */
export function asksForPassword(tail: string): boolean {
  return PASSWORD_PROMPT.test(tail)
}
