import { realpathSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'
import { programBehind } from '@atip/sandbox'
import type { ProgramFile } from '../types.js'
import { breathe } from './file/breath.js'
import type { Refusal } from './file/examine.js'
import { codeOf } from './file/files.js'
import { SCAN_LIMITS, type ScanLimits } from './file/limits.js'
import { openProgramReader } from './program-file.js'
import { seeMachine } from './script/machine.js'

export interface HashOptions {
  /** PATH for an interpreter that is named through `env`. */
  searchPath: string
  home: string
  limits?: Partial<ScanLimits>
  signal?: AbortSignal
}

/** The hash of a program, and for a script the closure over everything it launches. */
export async function hashOf(path: string, options: HashOptions): Promise<ProgramFile | Refusal> {
  const limits = { ...SCAN_LIMITS, ...options.limits }
  const programFolders = options.searchPath.split(delimiter).filter((folder) => isAbsolute(folder))
  const reader = await openProgramReader(limits, seeMachine(programFolders, options.home), breathe(options.signal))
  let realPath: string
  try {
    const found = programBehind(resolve(path), options)
    realPath = realpathSync.native('path' in found ? found.path : path)
  } catch (error) {
    return { reason: codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be reached (${codeOf(error)})` }
  }
  const read = await reader.read(realPath)
  return 'reason' in read ? read : read.file
}
