import { spawn, type ChildProcess } from 'node:child_process'
import { collectEnd, collectStart, type Collected } from './collect-output.js'

export interface ProgramRun {
  file: string
  args: readonly string[]
  signal: AbortSignal
}

export interface ProgramEnd {
  /** Null if it did not exit by itself. */
  exitCode: number | null
  killedBy: string | undefined
  /** The reason if it could not be started. */
  error: Error | undefined
  stdout: Collected
  stderr: Collected
}

/** How long a program may take to stop after SIGTERM. */
const GRACE_MS = 2000

/**
 * Runs a program to its end: no shell, empty stdin, the environment and cwd of this process. On abort, its whole
 * process group is ended.
 */
export async function runProgram({ file, args, signal }: ProgramRun): Promise<ProgramEnd> {
  signal.throwIfAborted()
  // Its own process group, so that its children can be ended with it.
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' })
  const stdout = collectStart(child.stdout)
  const stderr = collectEnd(child.stderr)
  const kill = () => {
    process.off('exit', kill)
    end(child, 'SIGKILL')
  }
  const stop = () => {
    end(child, 'SIGTERM')
    setTimeout(kill, GRACE_MS).unref()
  }
  signal.addEventListener('abort', stop, { once: true })
  process.once('exit', kill)
  try {
    const { code, killedBy, error } = await ended(child)
    return { exitCode: code, killedBy, error, stdout: stdout(), stderr: stderr() }
  } finally {
    signal.removeEventListener('abort', stop)
    // After an abort, a child of the program may still be running, so the exit handler stays.
    if (!signal.aborted) process.off('exit', kill)
  }
}

type Ending = { code: number | null; killedBy: string | undefined; error: Error | undefined }

function ended(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, killedBy: undefined, error }))
    const settle = (code: number | null, name: NodeJS.Signals | null) =>
      resolve({ code, killedBy: name ?? undefined, error: undefined })
    child.once('close', settle)
    // A background child may hold the output open for ever.
    child.once('exit', (code, name) => setTimeout(settle, GRACE_MS, code, name).unref())
  })
}

/** Ends a program and everything in its process group. */
function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It has already ended.
  }
}
