import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from '../call/outcome.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { tryLock, writeWhole } from '@atip/files'
import type { Owner } from './execute.js'
import { sortedKeys } from './sorted-keys.js'

export interface KeyedRequest {
  key: string
  /** How callers write the key: `--idempotency-key`. */
  flag: string
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

/** How long a result is cached. */
const DAY = 86_400_000
/** How long an unfinished call keeps its key if its process cannot be checked, as in another container. */
const STRANGER_MS = 600_000

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
  const known = recall(file, fingerprint)
  if (known !== undefined) return known
  const release = lock(folder, `${file}.lock`, request.flag)
  try {
    const meanwhile = recall(file, fingerprint)
    if (meanwhile !== undefined) return meanwhile
    const outcome = await act()
    if (outcome.ok) {
      const bytes = outcome.data instanceof Uint8Array ? Buffer.from(outcome.data).toString('base64') : undefined
      const kept = bytes === undefined ? { outcome } : { outcome: { ...outcome, data: null }, bytes }
      const entry: Entry = { request: fingerprint, ...kept, expires: Date.now() + DAY }
      const problem = 'the command has run, but its answer cannot be kept'
      inFolder(folder, problem, request.flag, () => writeWhole(file, JSON.stringify(entry), { mode: 0o600 }))
    }
    return outcome
  } finally {
    release()
  }
}

function recall(file: string, fingerprint: string): Outcome | undefined {
  const entry = readEntry(file)
  if (entry === undefined || entry.expires < Date.now()) return undefined
  if (entry.request !== fingerprint) {
    const message = 'this idempotency key was used for another request; use a new key for a new request'
    throw new ToolError(CODES.keyConflict, message)
  }
  const { outcome, bytes } = entry
  const data = bytes === undefined ? {} : { data: Buffer.from(bytes, 'base64') }
  return { ...outcome, ...data, meta: { ...outcome.meta, replayed: true } }
}

function readEntry(file: string): Entry | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Entry
  } catch {
    return undefined
  }
}

/** Takes the key for one call. A call that was killed lets it go at once. */
function lock(folder: string, file: string, flag: string): () => void {
  const release = inFolder(folder, 'the answer cannot be kept', flag, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return tryLock(file, { strangerMs: STRANGER_MS })
  })
  if (release !== undefined) return release
  const message = 'a call with this idempotency key is still running; wait for it, then repeat the call'
  throw new ToolError(CODES.stillRunning, message, { retryable: true })
}

function inFolder<T>(folder: string, problem: string, flag: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    const message = `${problem} for ${flag} in ${folder}; set XDG_STATE_HOME to a folder that can be written`
    throw new ToolError(CODES.notKept, message, { exitCode: EXIT.cannotCreate, details: { folder }, cause })
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
