import type { Program } from './vocabulary/types.js'

/** How a process was started, for starting the same program again with other words. */
export function programOf({
  execPath,
  execArgv,
  argv,
}: Pick<NodeJS.Process, 'execPath' | 'execArgv' | 'argv'>): Program {
  const script = argv[1]
  if (script === undefined || execArgv.some((flag) => EVALUATES.test(flag))) return undefined
  // A program packed into one file is its own script.
  if (script === execPath) return [execPath]
  return [execPath, ...execArgv.filter((flag) => !DEBUGS.test(flag)), script]
}

/** The code came from the line itself. */
const EVALUATES = /^(?:-e|--eval|-p|--print|-pe)(?:=|$)/

/** Two processes cannot listen on one port for a debugger. */
const DEBUGS = /^--inspect/
