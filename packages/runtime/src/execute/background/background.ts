import type { OutputName, SandboxResult } from '@atip/sandbox'
import { discardOutputs, type RunningProcess } from '../process/running.js'

/** A program that runs on after its call. */
export interface BackgroundProcess {
  handle: string
  argv: readonly string[]
  started_at: string
  state: 'running' | 'ended'
  exit_code?: number | null
  signal?: string | null
  sandboxed: boolean
  stdout_bytes: number
  stderr_bytes: number
}

/** A piece of output, and from where on to read next. */
export interface BackgroundOutput {
  text: string
  /** The place of its first byte. Beyond the one asked for if what lies between is gone. */
  from: number
  next: number
}

/** The programs that run on: who they are, what they print, and their end. */
export interface BackgroundProcesses {
  list(): BackgroundProcess[]
  /** Output from a place on; from the beginning, if none is given. Undefined for an unknown handle. */
  read(handle: string, name?: OutputName, from?: number): BackgroundOutput | undefined
  /** Ends it with everything it started. Undefined for an unknown handle. */
  stop(handle: string): Promise<BackgroundProcess | undefined>
}

interface Entry {
  handle: string
  argv: readonly string[]
  startedAt: string
  sandboxed: boolean
  running: RunningProcess
  ended: SandboxResult | undefined
}

export class BackgroundTable implements BackgroundProcesses {
  readonly #entries = new Map<string, Entry>()
  #next = 1

  get running(): number {
    return [...this.#entries.values()].filter(({ ended }) => ended === undefined).length
  }

  add(argv: readonly string[], running: RunningProcess, sandboxed: boolean): string {
    this.#forgetOldest()
    const handle = `bg_${this.#next++}`
    const startedAt = new Date().toISOString()
    const entry: Entry = { handle, argv, startedAt, sandboxed, running, ended: undefined }
    this.#entries.set(handle, entry)
    void running.done.then((result) => {
      entry.ended = result
    })
    return handle
  }

  list(): BackgroundProcess[] {
    return [...this.#entries.values()].map(described)
  }

  read(handle: string, name: OutputName = 'stdout', from = 0): BackgroundOutput | undefined {
    const entry = this.#entries.get(handle)
    if (entry === undefined) return undefined
    const { bytes, from: first } = entry.running.outputs[name].readFrom(from)
    return { text: bytes.toString(), from: first, next: first + bytes.length }
  }

  async stop(handle: string): Promise<BackgroundProcess | undefined> {
    const entry = this.#entries.get(handle)
    if (entry === undefined) return undefined
    entry.running.stop('stopped')
    entry.ended = await entry.running.done
    return described(entry)
  }

  #forgetOldest(): void {
    const ended = [...this.#entries.values()].filter((entry) => entry.ended !== undefined)
    for (const { handle, running } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) {
      discardOutputs(running)
      this.#entries.delete(handle)
    }
  }

  /** Ends all of them, and forgets what they printed. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((handle) => this.stop(handle)))
    for (const { running } of this.#entries.values()) discardOutputs(running)
    this.#entries.clear()
  }
}

/** How many that have ended can still be read. */
const MOST_ENDED = 16

function described({ handle, argv, startedAt, sandboxed, running, ended }: Entry): BackgroundProcess {
  return {
    handle,
    argv,
    started_at: startedAt,
    state: ended === undefined ? 'running' : 'ended',
    ...(ended && { exit_code: ended.code, signal: ended.signal }),
    sandboxed,
    stdout_bytes: running.outputs.stdout.bytes,
    stderr_bytes: running.outputs.stderr.bytes,
  }
}
