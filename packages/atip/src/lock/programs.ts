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

/** Finds the program of a call by its first word and its cwd. */
export type ReadPrograms = (word: string, cwd: string | undefined) => ProgramReading

/**
 * Reads programs, each once. Known programs are taken from the catalog. Others take longer to read, so `NotLoaded` is
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

/** The stored result of verifying a program, if these bytes were verified here. */
export function trustOf(machine: Machine, read: ProgramReading): KeptTrust | undefined {
  return read.ok ? openTrust(machine)(read.file) : undefined
}

/** The signer of a registry's shim for these bytes, under the name in the word. */
export function shimSignerOf(machine: Machine, word: string, read: ProgramReading): string | undefined {
  return read.ok ? vouchedShim(machine, programOf(word, read))?.signer : undefined
}

/** Whether the organisation's registry has a signed shim for these bytes, under the name in the word. */
export function isApproved(machine: Machine, word: string, read: ProgramReading): boolean {
  return read.ok && vouchedShim(machine, programOf(word, read))?.isApproval === true
}

const programOf = (word: string, { file }: Extract<ProgramReading, { ok: true }>): CatalogProgram => ({
  name: basename(word),
  path: file.path,
  file,
  others: [],
})

/** A name is looked up in PATH; a path is relative to the cwd at that point of the line. */
function placeOf(word: string, cwd: string | undefined, home: string): string | undefined {
  if (word.startsWith('~/')) return join(home, word.slice(2))
  if (!word.includes('/') || isAbsolute(word)) return word
  return cwd === undefined ? undefined : join(cwd, word)
}
