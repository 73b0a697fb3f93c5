export interface CommandLimits {
  /** For commands that declare no timeout, in milliseconds. */
  timeoutMs: number
  /** Between asking a program to end and ending it. */
  graceMs: number
  /** Of stdout and of stderr, each. More than that ends the program. */
  maxOutputBytes: number
  /** What a model sees of each of them, and what is kept in memory. */
  inlineBytes: number
  /** Memory of a program with everything that it started. */
  memoryBytes: number
  /** Processes and threads, in the sandbox. */
  processes: number
  /** Size of each file, in the sandbox. */
  fileBytes: number
  /** Size of each folder that is thrown away after the run, in the sandbox. */
  scratchBytes: number
  /** How long to wait for the first output of a program that never ends. */
  backgroundAfterMs: number
  /** How long such a program may run. */
  backgroundMs: number
  /** How many of them may run at the same time. */
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
