import { basename } from 'node:path'
import { readFileSync } from 'node:fs'
import type { ToolLookup } from '@atip/protocol'
import { driftOf } from './drift.js'
import { lockedTool, readLock, type LockReading } from './lock-file.js'
import type { ReadPrograms } from './programs.js'

/** The number of changes reported; `atip lock --check` reports all. */
const MOST_TOLD = 3

export interface Pins {
  files: readonly string[]
  programs: ReadPrograms
  lookup: ToolLookup
}

/** The changes of a program since one of these files pinned it, with advice. */
export function openPins({ files, programs, lookup }: Pins): (word: string, cwd: string | undefined) => string[] {
  const locks = files.map((file) => ({ file, reading: readLockFile(file) }))
  return (word, cwd) => {
    const name = basename(word)
    for (const { file, reading } of locks) {
      if (!reading.ok) return [`${file} ${reading.problem}`, 'until it is right, nothing can be compared with it']
      if (!Object.hasOwn(reading.lock, name)) continue
      const found = programs(word, cwd)
      const drift = found.ok
        ? driftOf(reading.lock[name]!, lockedTool(name, found.file.closure ?? found.file.hash, lookup(word)))
        : [found.reason]
      if (drift.length > 0) return [`it is not what ${basename(file)} pins: ${told(drift)}`, advice(name)]
    }
    return []
  }
}

const advice = (name: string) => `see all with: atip lock --check; if it is meant, accept it with: atip lock ${name}`

function told(drift: readonly string[]): string {
  const rest = drift.length - MOST_TOLD
  return [...drift.slice(0, MOST_TOLD), ...(rest > 0 ? [`and ${rest} more changes`] : [])].join(', ')
}

function readLockFile(file: string): LockReading {
  try {
    return readLock(readFileSync(file, 'utf8'))
  } catch (error) {
    return { ok: false, problem: `cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
