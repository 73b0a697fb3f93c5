import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { thisMachine } from '@atip/discover/machine'
import type { HookEntry } from './answer.js'

/** A decision of a hook. `text` is the call, if the user or a policy demands it, with secrets redacted. */
export interface LogEntry extends Omit<HookEntry, 'subject' | 'mustBeRecorded'> {
  time: string
  text?: string
}

/**
 * A larger log is rotated and the one before it deleted, so at most twice this is stored, unless a policy demands a
 * record.
 */
export const LOG_LIMIT = 512 * 1024

/** The log files, oldest first. */
export function logFiles(data = thisMachine().places.data): [older: string, current: string] {
  const file = `${data}/log/hooks.jsonl`
  return [`${file}.1`, file]
}

/** Appends one line in one write. A failed write is ignored, unless a policy demands a record of every call. */
export async function appendToLog({ subject, mustBeRecorded, ...entry }: HookEntry): Promise<void> {
  const [older, file] = logFiles()
  try {
    const text = await textToKeep(subject, mustBeRecorded)
    const line: LogEntry = { time: new Date().toISOString(), ...entry, ...(text !== undefined && { text }) }
    const size = statSync(file, { throwIfNoEntry: false })?.size
    if (size === undefined) mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 })
    else if (size > LOG_LIMIT && !mustBeRecorded) renameSync(file, older)
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: mustBeRecorded })
  } catch (error) {
    // `atip doctor` reports this.
    if (!mustBeRecorded) return
    const { message } = error as Error
    const reason = `your organisation demands a record of every call, and ${file} cannot be written: ${message}`
    throw new Error(reason, { cause: error })
  }
}

async function textToKeep(subject: string, mustBeRecorded: boolean): Promise<string | undefined> {
  if (!mustBeRecorded && process.env.ATIP_LOG_TEXT !== '1') return undefined
  const { exampleOf, hideSecrets } = await import('../learn/hide-secrets.js')
  return mustBeRecorded ? hideSecrets(subject) : exampleOf(subject)
}
