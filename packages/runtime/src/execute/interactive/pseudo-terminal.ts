import { randomUUID } from 'node:crypto'
import { closeSync, write } from 'node:fs'
import { createRequire } from 'node:module'
import { ReadStream } from 'node:tty'
import type { PseudoTerminal } from '@atip/sandbox'
import { UntilWord } from './until-word.js'

/** What the binary of node-pty has for this: openpty(3). */
interface OpenPty {
  open(columns: number, rows: number): { master: number; slave: number; pty: string }
}

/**
 * A terminal from the package `@lydell/node-pty`, which is optional: undefined where it is not installed. Only its binary is
 * used: its own `spawn` would start a program that is not supervised, and its `open` leaves a descriptor behind.
 */
export function openPseudoTerminal({ columns, rows }: { columns: number; rows: number }): PseudoTerminal | undefined {
  const binary = findBinary()
  if (binary === undefined) return undefined
  const { master, slave, pty } = binary.open(columns, rows)
  const stream = new ReadStream(master)
  // When the last of its users is gone, Node may drop what is still to be read. So we are a user to the end, and know by
  // a word of ours that everything before it has come.
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
      // What is being written fails now, and leaves.
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
