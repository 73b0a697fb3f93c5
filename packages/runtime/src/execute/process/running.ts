import type { OutputName, SandboxResult } from '@atip/sandbox'
import type { ResultStore } from '../../results/store.js'
import { OutputRecorder, type OutputFilter } from '../output/recorder.js'

/** Starts a process with these handlers, and resolves when it has ended. */
export type ProcessLaunch = (hands: {
  signal: AbortSignal
  onOutput: (chunk: Buffer, name: OutputName) => void
}) => Promise<SandboxResult>

export interface RecordingOptions {
  inlineBytes: number
  store: ResultStore | undefined
  /** The prefix of file names. */
  name: string
  filter: (() => OutputFilter) | undefined
  onOutput: ((chunk: Buffer, name: OutputName) => void) | undefined
}

/** A process that runs for a call. */
export interface RunningProcess {
  readonly outputs: Readonly<Record<OutputName, OutputRecorder>>
  /** Never rejects because of the process. */
  readonly done: Promise<SandboxResult>
  /** The first reason for which we stopped it. */
  stopped(): unknown
  stop(reason: unknown): void
}

export function startRunning(launch: ProcessLaunch, options: RecordingOptions): RunningProcess {
  const { inlineBytes, store, name: prefix, filter, onOutput } = options
  const recorder = (name: OutputName) =>
    new OutputRecorder({
      inlineBytes,
      store,
      name: `${prefix}.${name}`,
      filter: filter?.(),
      onChunk: onOutput && ((chunk) => onOutput(chunk, name)),
    })
  const outputs = { stdout: recorder('stdout'), stderr: recorder('stderr') }
  const controller = new AbortController()
  let stopped: unknown
  const stop = (reason: unknown) => {
    stopped ??= reason
    controller.abort()
  }
  const done = launch({
    signal: controller.signal,
    onOutput(chunk, name) {
      try {
        outputs[name].push(chunk)
      } catch (error) {
        // The filter failed. Unfiltered output must not pass.
        stop(error)
      }
    },
  })
  return { outputs, done, stop, stopped: () => stopped }
}

export function discardOutputs({ outputs }: RunningProcess): void {
  outputs.stdout.discard()
  outputs.stderr.discard()
}
