import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@atip/files'
import { isHash, isObject, readTool, type AtipTool } from '@atip/protocol'
import { sha256 } from '../format/names.js'
import type { SignatureTexts } from '../format/signature-texts.js'
import { verifySignatures, type SignerIdentity, type SignerSettings } from '../signing/verify.js'

/** A proposed shim, with the signature of its submitter. */
export interface Submission {
  shim: string
  signatures: SignatureTexts
}

export interface QueuedSubmission extends Submission {
  /** The SHA-256 of the shim, which is its name in the queue. */
  content: string
  tool: AtipTool
  submitter: SignerIdentity
  received: string
}

export type Submitted =
  | { status: 'queued' | 'known'; content: string }
  | { status: 'invalid' | 'unsigned' | 'full'; reason: string }

export const MOST_SUBMISSION_BYTES = 1024 ** 2
const MOST_WAITING = 1_000

/**
 * Queues a shim if it is valid and one of these signers signed it. Nothing is published before a human has reviewed it.
 */
export async function submit(
  folder: string,
  body: unknown,
  submitters: SignerSettings,
  { mostWaiting = MOST_WAITING, now = new Date() } = {},
): Promise<Submitted> {
  const { shim, bundle, minisig } = isObject(body) ? body : {}
  if (typeof shim !== 'string') return { status: 'invalid', reason: '"shim" must be the text of a shim' }
  const reading = readTool(shim)
  if (!reading.ok) {
    const problem = reading.problems.find(({ severity }) => severity === 'error')
    return { status: 'invalid', reason: `the shim is not valid: ${problem?.pointer} ${problem?.message}` }
  }
  if (!isHash(reading.tool.binary?.hash)) return { status: 'invalid', reason: 'the shim has no binary.hash' }
  const signatures = {
    ...(typeof bundle === 'string' && { bundle }),
    ...(typeof minisig === 'string' && { minisig }),
  }
  const bytes = Buffer.from(shim)
  const verdict = await verifySignatures(bytes, signatures, submitters)
  if (!verdict.verified) return { status: 'unsigned', reason: `the signature is not accepted: ${verdict.reason}` }
  const content = sha256(bytes)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const waiting = namesIn(folder)
  if (waiting.includes(content)) return { status: 'known', content }
  if (waiting.length >= mostWaiting)
    return { status: 'full', reason: `${waiting.length} shims wait for a review already` }
  const entry = { shim, signatures, submitter: verdict.signer, received: now.toISOString() }
  writeWhole(join(folder, `${content}.json`), JSON.stringify(entry), { mode: 0o600 })
  return { status: 'queued', content }
}

/** The submissions that wait for a review, oldest first. */
export function readQueue(folder: string): QueuedSubmission[] {
  return namesIn(folder)
    .flatMap((content) => {
      const entry = JSON.parse(readFileSync(join(folder, `${content}.json`), 'utf8')) as Omit<
        QueuedSubmission,
        'content' | 'tool'
      >
      const reading = readTool(entry.shim)
      return reading.ok && sha256(entry.shim) === content ? [{ ...entry, content, tool: reading.tool }] : []
    })
    .sort((one, other) => (one.received < other.received ? -1 : 1))
}

export function removeSubmission(folder: string, content: string): void {
  if (/^[0-9a-f]{64}$/.test(content)) rmSync(join(folder, `${content}.json`), { force: true })
}

export const queueLength = (folder: string): number => namesIn(folder).length

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])
  } catch {
    return []
  }
}
