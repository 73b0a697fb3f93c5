import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from '../call/outcome.js'
import { CODES, ToolError } from '../errors/error.js'
import { writeWhole } from '@atip/files'
import type { Owner } from './execute.js'
import { sortedKeys } from './sorted-keys.js'

export interface KeyedRequest {
  key: string
  command: string
  input: Record<string, unknown>
}

interface Entry {
  request: string
  outcome: Outcome
  /** A result that is bytes, in base64. */
  bytes?: string
  expires: number
}

/** How long a result is cached, and how long an unfinished call keeps its idempotency key. */
const DAY = 86_400_000
const STALE_LOCK = 600_000

/**
 * Runs a request once for each key: a repeated request gets the first result, other input is a conflict. Results are
 * stored on disk for retries from a new process. Failures are not: they may be retried.
 */
export async function once(
  owner: Owner,
  request: KeyedRequest,
  env: Readonly<Record<string, string | undefined>>,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  const folder = join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local/state'), 'tooli', digest(owner.name))
  const file = join(folder, `${digest(request.key)}.json`)
  const fingerprint = digest(JSON.stringify([request.command, sortedKeys(request.input)]))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const known = await recall(file, fingerprint)
  if (known !== undefined) return known
  const release = await lock(`${file}.lock`)
  try {
    const meanwhile = await recall(file, fingerprint)
    if (meanwhile !== undefined) return meanwhile
    const outcome = await act()
    if (outcome.ok) {
      const bytes = outcome.data instanceof Uint8Array ? Buffer.from(outcome.data).toString('base64') : undefined
      const kept = bytes === undefined ? { outcome } : { outcome: { ...outcome, data: null }, bytes }
      const entry: Entry = { request: fingerprint, ...kept, expires: Date.now() + DAY }
      writeWhole(file, JSON.stringify(entry), { mode: 0o600 })
    }
    return outcome
  } finally {
    await release()
  }
}

async function recall(file: string, fingerprint: string): Promise<Outcome | undefined> {
  const entry = await readEntry(file)
  if (entry === undefined || entry.expires < Date.now()) return undefined
  if (entry.request !== fingerprint) {
    const message = 'this idempotency key was used for another request; use a new key for a new request'
    throw new ToolError(CODES.keyConflict, message)
  }
  const { outcome, bytes } = entry
  const data = bytes === undefined ? {} : { data: Buffer.from(bytes, 'base64') }
  return { ...outcome, ...data, meta: { ...outcome.meta, replayed: true } }
}

async function readEntry(file: string): Promise<Entry | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Entry
  } catch {
    return undefined
  }
}

async function lock(file: string): Promise<() => Promise<void>> {
  try {
    await (await open(file, 'wx', 0o600)).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs < STALE_LOCK) {
      const message = 'a call with this idempotency key is still running; wait for it, then repeat the call'
      throw new ToolError(CODES.keyConflict, message, { retryable: true })
    }
  }
  return () => rm(file, { force: true })
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
