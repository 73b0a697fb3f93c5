import type { Program } from './vocabulary/types.js'

/** How this process was started, so that the same program can be started again with other arguments. */
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

/** The code came from the command line. */
const EVALUATES = /^(?:-e|--eval|-p|--print|-pe)(?:=|$)/

/** Two processes cannot share one debugger port. */
const DEBUGS = /^--inspect/
