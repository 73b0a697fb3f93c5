import { basename, isAbsolute, join } from 'node:path'
import {
  findTool,
  knownProgram,
  openTrust,
  vouchedShim,
  type CatalogProgram,
  type FoundTool,
  type KeptTrust,
  type Machine,
  type ProgramFile,
} from '@atip/discover'
import { late } from '@atip/guard'

export type ProgramReading = { ok: true; file: ProgramFile } | { ok: false; reason: string }

/** What the bytes of a program say, by the word it is called with and the folder it is called in. */
export type ReadPrograms = (word: string, cwd: string | undefined) => ProgramReading

/**
 * Reads programs, each once. What the catalog knows is taken from there; reading another one takes a while, so `NotLoaded` is
 * thrown until that is done.
 */
export function openPrograms(machine: Machine): ReadPrograms {
  const reading = new Map<string, () => FoundTool>()
  return (word, cwd) => {
    const path = placeOf(word, cwd, machine.home)
    if (path === undefined) return { ok: false, reason: 'it is not known which file it is' }
    const known = knownProgram(machine, path)
    if (known !== undefined) return { ok: true, file: known.file }
    if (!reading.has(path)) {
      reading.set(
        path,
        late(() => findTool(machine, path)),
      )
    }
    const found = reading.get(path)!()
    return found.ok ? { ok: true, file: found.program.file } : found
  }
}

/** What verifying a program found, if anybody has verified these bytes here. */
export function trustOf(machine: Machine, read: ProgramReading): KeptTrust | undefined {
  return read.ok ? openTrust(machine)(read.file) : undefined
}

/** Who signed the shim of a registry for these bytes under the name that the word has. */
export function shimSignerOf(machine: Machine, word: string, read: ProgramReading): string | undefined {
  return read.ok ? vouchedShim(machine, programOf(word, read))?.signer : undefined
}

/** Whether the organisation's registry has a signed shim for these bytes under the name that the word has. */
export function isApproved(machine: Machine, word: string, read: ProgramReading): boolean {
  return read.ok && vouchedShim(machine, programOf(word, read))?.isApproval === true
}

const programOf = (word: string, { file }: Extract<ProgramReading, { ok: true }>): CatalogProgram => ({
  name: basename(word),
  path: file.path,
  file,
  others: [],
})

/** A name is looked up in PATH; a path is seen from where the line is at that point. */
function placeOf(word: string, cwd: string | undefined, home: string): string | undefined {
  if (word.startsWith('~/')) return join(home, word.slice(2))
  if (!word.includes('/') || isAbsolute(word)) return word
  return cwd === undefined ? undefined : join(cwd, word)
}
