import { randomUUID } from 'node:crypto'
import { closeSync, write } from 'node:fs'
import { createRequire } from 'node:module'
import { ReadStream } from 'node:tty'
import type { PseudoTerminal } from '@atip/sandbox'
import { UntilWord } from './until-word.js'

/** The function of node-pty's binary that is used: openpty(3). */
interface OpenPty {
  open(columns: number, rows: number): { master: number; slave: number; pty: string }
}

/**
 * A terminal from the optional package `@lydell/node-pty`; undefined if it is not installed. Only its binary is used:
 * its `spawn` would start a program that is not supervised, and its `open` leaks a descriptor.
 */
export function openPseudoTerminal({ columns, rows }: { columns: number; rows: number }): PseudoTerminal | undefined {
  const binary = findBinary()
  if (binary === undefined) return undefined
  const { master, slave, pty } = binary.open(columns, rows)
  const stream = new ReadStream(master)
  // When the last process closes the terminal, Node may drop unread output. So we keep it open, and write a random word
  // at the end: everything before that word is the output.
  const lastWord = `\0${randomUUID()}`
  const output = new UntilWord(lastWord, () => stream.destroy())
  stream.on('error', () => output.end()).pipe(output)
  let use: 'held' | 'writing' | 'left' = 'held'
  const leave = () => {
    closeSync(slave)
    use = 'left'
  }
  return {
    path: pty,
    descriptor: slave,
    output,
    type: (text) => void stream.write(text),
    finish() {
      use = 'writing'
      write(slave, lastWord, leave)
    },
    close() {
      stream.destroy()
      output.destroy()
      // A pending write fails now, and then closes the descriptor.
      if (use === 'held') leave()
    },
  }
}

function findBinary(): OpenPty | undefined {
  if (process.platform === 'win32') return undefined
  try {
    const require = createRequire(import.meta.url)
    const ofPackage = createRequire(require.resolve('@lydell/node-pty'))
    return ofPackage(`@lydell/node-pty-${process.platform}-${process.arch}/pty.node`) as OpenPty
  } catch {
    return undefined
  }
}
