import { quoteLine } from '@atip/protocol'
import { findProgram, runLoose, type LooseOptions, type PseudoTerminal, type SandboxResult } from '@atip/sandbox'
import { openPseudoTerminal } from './pseudo-terminal.js'

/** A command line for a program on a terminal, which we or `script` provide. */
export interface OnTerminal {
  argv: string[]
  terminal?: PseudoTerminal
}

export type TerminalSource = 'node-pty' | 'script'

/** Uses the package `@lydell/node-pty` if it is installed, else the program `script`. */
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

/** Runs a program on its terminal. `script` reports signals by exit code, as shells do. */
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

/** Matches an output whose last line asks for a secret. */
const PASSWORD_PROMPT =
  /(?:^|\n)[^\n]{0,200}\b(?:password|passphrase|passcode|PIN|one-time code)\b[^\n]{0,100}[:?]\s*$/i

/** Whether the output ends with a prompt for a secret. */
export function asksForPassword(tail: string): boolean {
  return PASSWORD_PROMPT.test(tail)
}
