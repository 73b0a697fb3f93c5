import { createInterface } from 'node:readline/promises'

/** Asks on the terminal, on stderr so that stdout stays data. Anything but yes is no. */
export async function askOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^\s*y(es)?\s*$/i.test(await terminal.question(`${question} [y/N] `))
  } catch {
    return false
  } finally {
    terminal.close()
  }
}
