import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { tryLock } from '@atip/files'
import type { RuntimeEvent } from '../events/event.js'
import type { EventSink } from '../events/stream.js'
import type { EventType } from '../records/vocabulary.js'
import { linkAfter, readChain } from './chain.js'

export interface AuditOptions {
  /** When the file is fsynced: `decision` before each call starts, `every` after each line. Default `decision`. */
  fsync?: 'none' | 'decision' | 'every'
}

export interface AuditLog extends EventSink {
  readonly file: string
  readonly lastHash: string
  close(): void
}

const BEFORE_A_START: ReadonlySet<EventType> = new Set(['tool.permission.decided', 'tool.invocation.started'])

/** Another process has the log open: a chain has one writer at a time. */
export class AuditLogInUse extends Error {}

/** The log was changed by something else. */
export class BrokenAuditLog extends Error {}

/**
 * Opens a log for appending, with mode 0600. A truncated last line is removed. Throws if the log was changed, or if
 * another process has it open.
 */
export function openAudit(file: string, { fsync = 'decision' }: AuditOptions = {}): AuditLog {
  const release = tryLock(`${file}.lock`)
  if (release === undefined) throw new AuditLogInUse(`another process writes ${file}`)
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'a+', 0o600)
    const { verification, entries, intact, isTorn } = readChain(readFileSync(file, 'utf8'))
    if (!verification.ok && !isTorn) {
      throw new BrokenAuditLog(`${file}:${verification.line}: ${verification.problem}`)
    }
    if (isTorn) ftruncateSync(descriptor, intact)
    return new FileLog(file, descriptor, fsync, verification.last_hash, nextAfter(entries.at(-1)), release)
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor)
    release()
    throw error
  }
}

function nextAfter(entry: Record<string, unknown> | undefined): number {
  return entry === undefined ? 0 : Number(entry.sequence) + 1
}

class FileLog implements AuditLog {
  #state: 'open' | 'closed' | 'failed' = 'open'

  constructor(
    readonly file: string,
    readonly descriptor: number,
    readonly fsync: NonNullable<AuditOptions['fsync']>,
    public lastHash: string,
    public next: number,
    readonly release: () => void,
  ) {}

  append(event: RuntimeEvent): void {
    if (this.#state !== 'open') throw new Error(`the log ${this.#state === 'closed' ? 'is closed' : 'failed before'}`)
    const { text, hash } = linkAfter(this.lastHash, event)
    const line = Buffer.from(`${text}\n`)
    try {
      for (let written = 0; written < line.length;) written += writeSync(this.descriptor, line, written)
      const isDue = this.fsync === 'every' || (this.fsync === 'decision' && BEFORE_A_START.has(event.type))
      if (isDue) fsyncSync(this.descriptor)
    } catch (error) {
      // The line may be incomplete, and nothing may follow it.
      this.#state = 'failed'
      throw error
    }
    this.lastHash = hash
    this.next = Number(event.sequence) + 1
  }

  close(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    closeSync(this.descriptor)
    this.release()
  }
}
