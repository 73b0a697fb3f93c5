import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeWhole } from '@atip/files'
import { hashOf, type InstallRecords } from './record.js'
import { missingFolders, type FilePlan } from './plan.js'

type Change = Extract<FilePlan, { kind: 'change' }>

/** The mode of a new file, because agents store secrets in theirs. */
const MODE = 0o600

/** Carries out a plan. Throws ESTALE if the file has changed since the plan was made. */
export function applyInstall({ file, agent, before, after, original }: Change, records: InstallRecords): void {
  const folders = records.read(file)?.folders ?? missingFolders(file)
  // The record comes first, so that the change can be undone.
  records.write({ file, agent, before: original, after: hashOf(after!), folders })
  mkdirSync(dirname(file), { recursive: true })
  writeWhole(file, after!, { mode: MODE, onlyIf: { holds: before } })
}

export function applyUninstall({ file, before, after }: Change, records: InstallRecords): void {
  if (after !== undefined) writeWhole(file, after, { onlyIf: { holds: before } })
  else removeSame(file, before!)
  const folders = records.read(file)?.folders ?? []
  for (const folder of after === undefined ? folders.toReversed() : []) removeEmpty(folder)
  records.remove(file)
}

function removeSame(file: string, expected: Uint8Array): void {
  if (!readFileSync(file).equals(expected))
    throw Object.assign(new Error(`ESTALE: another program changed '${file}'`), { code: 'ESTALE' })
  rmSync(file)
}

/** Removes a folder that we created, unless it is in use. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The folder is not empty.
  }
}
