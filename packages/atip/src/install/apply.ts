import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeWhole } from '@atip/files'
import { hashOf, type InstallRecords } from './record.js'
import { missingFolders, type FilePlan } from './plan.js'

type Change = Extract<FilePlan, { kind: 'change' }>

/** The mode of a new file: agents keep secrets in theirs. */
const MODE = 0o600

/** Does what was planned, unless the file is not any more what the plan was made for: then ESTALE is thrown. */
export function applyInstall({ file, agent, before, after, original }: Change, records: InstallRecords): void {
  const folders = records.read(file)?.folders ?? missingFolders(file)
  // First the way back, then the change.
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

/** A folder that we made stays if somebody put something into it. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // See above.
  }
}
