import type { OutputName, SandboxResult } from '@atip/sandbox'
import { discardOutputs, type RunningProcess } from '../process/running.js'

/** A program that continues after its call. */
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

/** A chunk of output, and the offset for the next read. */
export interface BackgroundOutput {
  text: string
  /** The offset of its first byte. Larger than requested if the output in between is gone. */
  from: number
  next: number
}

/** The programs in the background: their state, output, and termination. */
export interface BackgroundProcesses {
  list(): BackgroundProcess[]
  /** Output from an offset, by default from the beginning. Undefined for an unknown handle. */
  read(handle: string, name?: OutputName, from?: number): BackgroundOutput | undefined
  /** Ends it with all of its processes. Undefined for an unknown handle. */
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

  /** Ends all programs and discards their output. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((handle) => this.stop(handle)))
    for (const { running } of this.#entries.values()) discardOutputs(running)
    this.#entries.clear()
  }
}

/** The number of ended programs that can still be read. */
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
