import type { Identity, Program, ProgramFile, Skipped } from '../types.js'
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
  /** Folders that the user allows, whoever can write to them and whether or not PATH has them. */
  added?: readonly string[]
  uid: number
  gid?: number
  home: string
  /** What an earlier scan read of a file, so that it need not be read again. */
  known?: (path: string, identity: Identity) => ProgramFile | undefined
  /** After each file that is read; files that are known are not counted. */
  onProgress?: (done: number, total: number, path: string) => void
  /** With each file that was read, so that it can be saved before the scan ends. */
  onExamined?: (file: ProgramFile) => void
  signal?: AbortSignal
  limits?: Partial<ScanLimits>
}

export interface ScannedFolder {
  path: string
  /** Names of programs in it, the shadowed ones as well. */
  programs: number
  skipped: number
}

export interface Scan {
  /** Sorted by name. */
  programs: Program[]
  skipped: Skipped[]
  folders: ScannedFolder[]
  /** How many files were read, with what scripts launch. */
  examined: number
  bytes: number
}

/** Finds the programs of a machine and reads what has changed since it was last known. Runs nothing. */
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
    const listing = await programsIn(folder, { files, account, limits, breath })
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
