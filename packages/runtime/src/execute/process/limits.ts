export interface CommandLimits {
  /** The timeout of commands that declare none, in milliseconds. */
  timeoutMs: number
  /** The delay between SIGTERM and SIGKILL. */
  graceMs: number
  /** The limit of stdout and of stderr. A program that exceeds it is ended. */
  maxOutputBytes: number
  /** The part of each output that is held in memory and shown to a model. */
  inlineBytes: number
  /** Memory of a program and all of its processes. */
  memoryBytes: number
  /** Processes and threads, in the sandbox. */
  processes: number
  /** Size of each file, in the sandbox. */
  fileBytes: number
  /** Size of each folder that is thrown away after the run, in the sandbox. */
  scratchBytes: number
  /** How long to wait for the first output of an endless program. */
  backgroundAfterMs: number
  /** The maximum run time of such a program. */
  backgroundMs: number
  /** The maximum number of concurrent background programs. */
  mostBackground: number
}

const MEBIBYTE = 2 ** 20

export const DEFAULT_COMMAND_LIMITS: CommandLimits = {
  timeoutMs: 600_000,
  graceMs: 2_000,
  maxOutputBytes: 256 * MEBIBYTE,
  inlineBytes: 30_000,
  memoryBytes: 8_192 * MEBIBYTE,
  processes: 1_024,
  fileBytes: 4_096 * MEBIBYTE,
  scratchBytes: 1_024 * MEBIBYTE,
  backgroundAfterMs: 1_000,
  backgroundMs: 3_600_000,
  mostBackground: 8,
}
