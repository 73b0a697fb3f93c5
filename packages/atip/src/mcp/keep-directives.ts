import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { fenceDirectives, primeProblems, type PrimeAnswer } from '@atip/runtime'
import { homeFolder } from '../home.js'
import { stateFolders } from '../run/state-folders.js'

/** Remembers what a program asks of agents, for the instructions of the next server: fenced, as the untrusted text it is. */
export function keepDirectives(word: string, answer: string): void {
  const { directives } = stateFolders(process.env, homeFolder())
  try {
    const prime = JSON.parse(answer) as PrimeAnswer
    const text = primeProblems(prime).length > 0 ? undefined : fenceDirectives(word, prime)
    if (text === undefined) return
    mkdirSync(directives, { recursive: true, mode: 0o700 })
    writeWhole(join(directives, `${encodeURIComponent(word)}.txt`), text, { mode: 0o600 })
  } catch {
    // The runtime says what is wrong with the answer. Where nothing can be kept, instructions are only shorter.
  }
}
