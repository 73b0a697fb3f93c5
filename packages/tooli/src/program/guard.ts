import { maskStream } from '../call/stray-prints.js'
import { CODES, ToolError } from '../errors/error.js'

/**
 * Guards stdout, which must get exactly one document: a running command prints to stderr, and its `process.exit` is a
 * failure. What it prints is masked if it knows secrets. Returns a function that removes the guard.
 */
export function guardProcess(hasSecrets = false): () => void {
  const stdout = Object.getOwnPropertyDescriptor(process, 'stdout')!
  const { exit } = process
  // A logger may keep the stream that it found when it was loaded. Loading both takes milliseconds.
  const unmask = hasSecrets ? [process.stdout, process.stderr].map(maskStream) : []
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => process.stderr })
  process.exit = (code?: number | string | null): never => {
    const message = `the command called process.exit(${code ?? ''}); it must return or throw instead`
    throw new ToolError(CODES.commandExited, message)
  }
  return () => {
    for (const end of unmask) end()
    Object.defineProperty(process, 'stdout', stdout)
    process.exit = exit
  }
}
