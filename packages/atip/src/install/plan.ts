import { lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AgentFile, InstallableAgent } from '../agents/agents.js'
import { textOf } from '../hooks/index.js'
import { withoutOurs, withOurs } from './edit.js'
import { NotEditable } from './json-text.js'
import { hashOf, type InstallRecord } from './record.js'

/** An agent, or `policy` for the file that applies to all of them. */
export type PlanOwner = InstallableAgent | 'policy'

export type FilePlan = { agent: PlanOwner; file: string; role: AgentFile['role'] } & (
  | { kind: 'change'; before: Uint8Array | undefined; after: Uint8Array | undefined; original: Uint8Array | undefined }
  | { kind: 'unchanged' }
  /** `snippet`: the text to paste by hand. */
  | { kind: 'refused'; reason: string; snippet: string }
)

/** Inserts our pieces into a file, replacing any that are there. */
export function planInstall(agent: PlanOwner, target: AgentFile, record: InstallRecord | undefined): FilePlan {
  return planned(agent, target, (current) => {
    const original = originalOf(current, target, record)
    return { original, after: Buffer.from(withOurs(decoded(original), target.pieces)) }
  })
}

/** Removes our pieces. A file that nothing else has changed is restored byte for byte. */
export function planUninstall(agent: PlanOwner, target: AgentFile, record: InstallRecord | undefined): FilePlan {
  return planned(agent, target, (current) => {
    const original = originalOf(current, target, record)
    return { original, after: original }
  })
}

interface Outcome {
  original: Uint8Array | undefined
  after: Uint8Array | undefined
}

function planned(agent: PlanOwner, target: AgentFile, edit: (current: Uint8Array | undefined) => Outcome): FilePlan {
  const { file, role, pieces } = target
  const about = { agent, file, role }
  try {
    const before = readCurrent(file)
    const { original, after } = edit(before)
    if (isSame(before, after)) return { ...about, kind: 'unchanged' }
    if (before !== undefined) refuseReadOnly(file)
    return { ...about, kind: 'change', before, after, original }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return { ...about, kind: 'refused', reason, snippet: textOf(pieces) }
  }
}

function originalOf(
  current: Uint8Array | undefined,
  target: AgentFile,
  record: InstallRecord | undefined,
): Uint8Array | undefined {
  if (record !== undefined && current !== undefined && hashOf(current) === record.after) return record.before
  const text = decoded(current)
  const rest = withoutOurs(text, target.pieces, decoded(record?.before))
  if (rest === text) return current
  // A file that we created is removed if no other text is left in it.
  const isEmptied = rest === undefined || /^\s*(?:\{\s*\}\s*)?$/.test(rest)
  const wasMade = record === undefined ? target.pieces[0]?.kind === 'file' : record.before === undefined
  return rest === undefined || (isEmptied && wasMade) ? undefined : Buffer.from(rest)
}

function readCurrent(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined
    throw new NotEditable('it is a link to a file that does not exist')
  }
}

/** The owner of a folder could replace a read-only file in it, and root always could, so the mode is checked. */
function refuseReadOnly(file: string): void {
  if ((statSync(file).mode & 0o222) === 0) throw new NotEditable('it is read-only')
}

function decoded(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NotEditable('it is not UTF-8')
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'its links form a loop',
  ENOTDIR: 'a part of its path is not a folder',
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof NotEditable) return error.message
  const { code = '' } = error as NodeJS.ErrnoException
  return Object.hasOwn(SYSTEM_REASONS, code) ? SYSTEM_REASONS[code] : undefined
}

/** Folders that must be created for a file, outermost first. */
export function missingFolders(file: string): string[] {
  const missing: string[] = []
  for (let folder = dirname(file); lstatSync(folder, { throwIfNoEntry: false }) === undefined; folder = dirname(folder))
    missing.unshift(folder)
  return missing
}
