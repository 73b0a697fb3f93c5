import { CODES, ToolError } from '../errors/error.js'

/**
 * Guards stdout, which must get exactly one document: a running command prints to stderr, and its `process.exit` is a
 * failure. Returns a function that removes the guard.
 */
export function guardProcess(): () => void {
  const stdout = Object.getOwnPropertyDescriptor(process, 'stdout')!
  const { exit } = process
  Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => process.stderr })
  process.exit = (code?: number | string | null): never => {
    const message = `the command called process.exit(${code ?? ''}); it must return or throw instead`
    throw new ToolError(CODES.commandExited, message)
  }
  return () => {
    Object.defineProperty(process, 'stdout', stdout)
    process.exit = exit
  }
}
