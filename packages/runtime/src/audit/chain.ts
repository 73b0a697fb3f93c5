import { createHash } from 'node:crypto'
import { isObject } from '@atip/protocol'
import { canonical } from '../values/canonical.js'

/** The hash before the first entry. */
export const GENESIS = `sha256:${'0'.repeat(64)}`

export interface ChainLink {
  text: string
  hash: string
}

/** The log line for an entry: canonical JSON with the hash of the line before it. */
export function linkAfter(prevhash: string, entry: object): ChainLink {
  const body = { ...entry, prevhash }
  const hash = `sha256:${createHash('sha256').update(canonical(body)).digest('hex')}`
  return { text: canonical({ ...body, hash }), hash }
}

export type AuditVerification =
  | { ok: true; entries: number; last_hash: string }
  | { ok: false; line: number; problem: string; entries: number; last_hash: string }

export interface ChainReading {
  verification: AuditVerification
  entries: Record<string, unknown>[]
  /** The length of all complete lines, in bytes. */
  intact: number
  /** Only the last line is incomplete: the process died while it wrote. */
  isTorn: boolean
}

/** Checks every line against the one before it. */
export function readChain(text: string): ChainReading {
  const lines = text.split('\n')
  const rest = lines.pop()!
  const entries: Record<string, unknown>[] = []
  let last = GENESIS
  const intact = Buffer.byteLength(text) - Buffer.byteLength(rest)
  const failed = (line: number, problem: string, isTorn: boolean): ChainReading => {
    const verification = { ok: false as const, line, problem, entries: entries.length, last_hash: last }
    return { verification, entries, intact, isTorn }
  }
  for (const [index, line] of lines.entries()) {
    const problem = problemOf(line, last, entries.at(-1))
    if (problem !== undefined) return failed(index + 1, problem, false)
    const entry = JSON.parse(line) as Record<string, unknown>
    entries.push(entry)
    last = entry.hash as string
  }
  if (rest !== '') return failed(lines.length + 1, 'the last line is not complete', true)
  return { verification: { ok: true, entries: entries.length, last_hash: last }, entries, intact, isTorn: false }
}

function problemOf(line: string, last: string, before: Record<string, unknown> | undefined): string | undefined {
  let entry: unknown
  try {
    entry = JSON.parse(line)
  } catch {
    return 'it is not JSON'
  }
  if (!isObject(entry)) return 'it is not an entry'
  const { hash, ...body } = entry
  if (canonical(entry) !== line) return 'it is not written as this log writes it'
  if (linkAfter(String(body.prevhash), body).hash !== hash) return 'its hash is not that of its content'
  if (body.prevhash !== last) return 'it does not follow the line before it'
  const isNext = before === undefined || Number(entry.sequence) > Number(before.sequence)
  return isNext ? undefined : 'its sequence is not greater than that of the line before it'
}
