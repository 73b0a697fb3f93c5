import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { fenceDirectives, primeProblems, type PrimeAnswer } from '@atip/runtime'
import { homeFolder } from '../home.js'
import { stateFolders } from '../run/state-folders.js'

/** Stores the directives of a program for the instructions of the next server, fenced as untrusted text. */
export function keepDirectives(word: string, answer: string): void {
  const { directives } = stateFolders(process.env, homeFolder())
  try {
    const prime = JSON.parse(answer) as PrimeAnswer
    const text = primeProblems(prime).length > 0 ? undefined : fenceDirectives(word, prime)
    if (text === undefined) return
    mkdirSync(directives, { recursive: true, mode: 0o700 })
    writeWhole(join(directives, `${encodeURIComponent(word)}.txt`), text, { mode: 0o600 })
  } catch {
    // The runtime reports problems with the answer. If it cannot be stored, the instructions are only shorter.
  }
}
