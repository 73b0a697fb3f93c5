import type { BigIntStats } from 'node:fs'
import type { FileIdentity, CatalogProgram, ProgramFile } from '../types.js'
import type { Files, RegularFile } from './file/files.js'
import type { ProgramReader } from './program-file.js'
import type { FoundProgram } from './programs.js'
import { whoElseWritesFile, type Account } from './file/writers.js'

export interface WinnerOptions {
  files: Files
  account: Account
  /** Called only when there is something to read. */
  openReader: () => Promise<ProgramReader>
  known?: (path: string, identity: FileIdentity) => ProgramFile | undefined
  onProgress?: (done: number, total: number, path: string) => void
  onExamined?: (file: ProgramFile) => void
}

export interface Winners {
  /** Sorted by name. */
  programs: CatalogProgram[]
  /** Programs that could not be read, or not completely. */
  passedOver: { program: FoundProgram; reason: string }[]
  examined: number
  bytes: number
}

/** Reads the first readable program of each name, in the order of PATH. The others are shadowed and not read. */
export async function readWinners(
  names: ReadonlyMap<string, FoundProgram[]>,
  reading: WinnerOptions,
): Promise<Winners> {
  const facts = new Map<string, ProgramFile | 'refused'>()
  const passedOver: Winners['passedOver'] = []
  let reader: ProgramReader | undefined

  function recall({ file }: FoundProgram): ProgramFile | 'refused' | undefined {
    const before = facts.get(file.path)
    if (before !== undefined) return before
    const known = reading.known?.(file.path, file.identity)
    if (known === undefined || !isAsItWas(known, reading.files)) return undefined
    facts.set(file.path, known)
    return known
  }

  async function read(program: FoundProgram): Promise<ProgramFile | 'refused'> {
    const { file, folder } = program
    reader ??= await reading.openReader()
    const result = await reader.read(file.path, (stats) =>
      whoElseWritesFile(ownershipOf(stats), folder, reading.account),
    )
    const reason = 'reason' in result ? result.reason : result.cut
    if (reason !== undefined) passedOver.push({ program, reason })
    return keep(file, 'file' in result ? result.file : 'refused')
  }

  function keep(file: RegularFile, result: ProgramFile | 'refused'): ProgramFile | 'refused' {
    facts.set(file.path, result)
    if (result !== 'refused') reading.onExamined?.(result)
    return result
  }

  const unread = new Map<string, FoundProgram>()
  for (const candidates of names.values()) {
    const first = candidates[0]!
    if (recall(first) === undefined) unread.set(first.file.path, first)
  }
  let done = 0
  for (const program of unread.values()) {
    await read(program)
    reading.onProgress?.(++done, unread.size, program.path)
  }

  const programs: CatalogProgram[] = []
  for (const [name, candidates] of names) {
    for (let index = 0; index < candidates.length; index++) {
      const candidate = candidates[index]!
      const file = recall(candidate) ?? (await read(candidate))
      if (file === 'refused') continue
      const others = candidates.length === 1 ? [] : candidates.slice(index + 1).map(({ path }) => path)
      programs.push({ name, path: candidate.path, file, others })
      break
    }
  }
  programs.sort((one, other) => (one.name < other.name ? -1 : 1))
  return { programs, passedOver, examined: reader?.files ?? 0, bytes: reader?.bytes ?? 0 }
}

function isAsItWas(file: ProgramFile, files: Files): boolean {
  return file.launches?.every((part) => files.identityAt(part.path) === part.identity) ?? true
}

function ownershipOf(stats: BigIntStats) {
  return { owner: Number(stats.uid), group: Number(stats.gid), mode: Number(stats.mode) }
}
