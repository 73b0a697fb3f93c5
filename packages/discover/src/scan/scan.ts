import type { FileIdentity, CatalogProgram, ProgramFile, Skipped } from '../types.js'
import { breathe } from './file/breath.js'
import { seeFiles } from './file/files.js'
import { accountOf, foldersToScan, type Folder } from './file/folders.js'
import { SCAN_LIMITS, type ScanLimits } from './file/limits.js'
import { openProgramReader } from './program-file.js'
import { programsIn, skippedIn, type FoundProgram } from './programs.js'
import { seeMachine } from './script/machine.js'
import { readWinners } from './winners.js'

export interface ScanOptions {
  /** The folders of PATH, separated by colons. */
  searchPath: string
  /** Folders that the user allows, even if others can write to them or they are not in PATH. */
  added?: readonly string[]
  uid: number
  gid?: number
  home: string
  /** Returns the result of an earlier scan for a file, which then is not read again. */
  known?: (path: string, identity: FileIdentity) => ProgramFile | undefined
  /** Called after each file that is read; known files are not counted. */
  onProgress?: (done: number, total: number, path: string) => void
  /** Called with each file that was read, so that it can be saved before the scan ends. */
  onExamined?: (file: ProgramFile) => void
  signal?: AbortSignal
  limits?: Partial<ScanLimits>
}

export interface ScannedFolder {
  path: string
  /** Names of programs in it, including shadowed ones. */
  programs: number
  skipped: number
}

export interface Scan {
  /** Sorted by name. */
  programs: CatalogProgram[]
  skipped: Skipped[]
  folders: ScannedFolder[]
  /** How many files were read, including those that scripts launch. */
  examined: number
  bytes: number
}

/** Finds the programs of a machine and reads those that are new or changed. Runs nothing. */
export async function scanPrograms(options: ScanOptions): Promise<Scan> {
  const limits = { ...SCAN_LIMITS, ...options.limits }
  const breath = breathe(options.signal)
  breath.throwIfStopped()
  const account = accountOf(options)
  const files = seeFiles()
  const { folders, skipped } = foldersToScan(options)

  const names = new Map<string, FoundProgram[]>()
  const scanned: ScannedFolder[] = []
  for (const folder of folders) {
    const listing = await programsIn(folder, { files, account, limits, breath, host: options })
    for (const program of listing.programs) {
      const sameName = names.get(program.name)
      if (sameName === undefined) names.set(program.name, [program])
      else sameName.push(program)
    }
    for (const entry of listing.skipped) skipped.push(entry)
    scanned.push({ path: folder.path, programs: listing.programs.length, skipped: listing.skipped.length })
  }

  const { known, onProgress, onExamined } = options
  const openReader = () => {
    const machine = seeMachine(
      folders.map((folder) => folder.path),
      options.home,
    )
    return openProgramReader(limits, machine, breath)
  }
  const winners = await readWinners(names, { files, account, openReader, known, onProgress, onExamined })
  const passedOver = new Map<Folder, ReturnType<typeof skippedIn>>()
  for (const { program, reason } of winners.passedOver) {
    let list = passedOver.get(program.folder)
    if (list === undefined) passedOver.set(program.folder, (list = skippedIn(program.folder, limits.skippedPerFolder)))
    list.add(program.name, reason)
  }
  for (const list of passedOver.values()) skipped.push(...list.list())
  const { programs, examined, bytes } = winners
  return { programs, skipped, folders: scanned, examined, bytes }
}
