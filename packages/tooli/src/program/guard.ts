import { CODES, ToolError } from '../errors/error.js'

/**
 * While a command runs, what it prints goes to stderr and `process.exit` is a failure of the command: stdout holds
 * exactly one document. Returns what undoes it.
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
