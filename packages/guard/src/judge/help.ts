import type { Seen } from './calls.js'

/**
 * Whether a described program is asked for its help or its version, and for nothing else. One that does not know the word
 * refuses it; that is why nothing may stand beside it, since some programs complain and go on. A program that runs what it
 * is given could take the word for a command.
 */
export function asksForHelp({ argv, call, found }: Required<Seen>): boolean {
  if (found.runs.length > 0 || found.stdin?.kind === 'code') return false
  if (argv.length === 2 && argv[1] === '--version') return true
  return argv.at(-1) === '--help' && argv.length === call.pathEnd + 2
}
