#!/usr/bin/env node
/**
 * What starts. Answers the questions that programs ask most often from files made by the build, and otherwise loads the
 * program: reading a file is all it costs then.
 */
import { readFileSync, writeSync } from 'node:fs'
import { VERSION } from './version.js'

const answer = quickAnswer(process.argv.slice(2))
// Not known to the bundler, so that it stays a file of its own.
if (answer === undefined) require(`${__dirname}/main.cjs`)
else print(answer)

function quickAnswer(words: readonly string[]): Uint8Array | undefined {
  if (words.length !== 1) return undefined
  if (words[0] === '--version') return Buffer.from(`${VERSION}\n`)
  if (words[0] !== '--agent') return undefined
  try {
    return readFileSync(`${__dirname}/agent.json`)
  } catch {
    return undefined
  }
}

/** To the descriptor: touching `process.stdout` costs several milliseconds. */
function print(bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // The reader has gone away, as `head` does.
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}
