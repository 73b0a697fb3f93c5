import { constants } from 'node:os'
import { EMPTY_FOLDER, environmentFor } from './environment.js'
import { nextIdentity } from './identity.js'
import { type LimitName, limitsFrom, type Limits } from './limits.js'
import { withOwnProcesses } from './process-count.js'
import { findProgram } from './files.js'
import { programAt } from './program.js'
import { type Ending, supervise } from './supervise.js'
import type { Backend, Host, Place, RunOptions, SandboxResult } from './types.js'
import { placesOnTheWay, viewFor, whyClosed } from './view.js'

export interface RunSetting {
  readonly backend: Backend
  readonly system: readonly Place[]
  readonly host: Host
  readonly limits: Limits
}

/** Runs since this module was loaded, so that each has a user of its own. */
let runs = 0

/** Runs one program. What goes wrong is told in the result; only wrong options throw. */
export async function run(
  setting: RunSetting,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<SandboxResult> {
  const limits = limitsFrom(options, setting.limits)
  if (argv.some((word) => word.includes('\0'))) return notStarted('an argument contains a null byte')
  if (options.signal?.aborted) return { ...notStarted('it was called off before it began'), status: 'killed' }
  const path = argv[0] === undefined ? null : findProgram(argv[0], setting.host.searchPath)
  if (path === null) return notStarted(`there is no executable file ${JSON.stringify(argv[0] ?? '')}`)
  try {
    const program = programAt(path, setting.host)
    const readable = (options.readable ?? []).flatMap((wanted) => openedPlaces(wanted, setting.host.home))
    const identity = nextIdentity(runs++)
    // Help texts repeat the name they were called by; its folder comes first on the PATH, unless a caller has another.
    const called = argv[0]!.includes('/') || options.env?.PATH !== undefined ? program.path : argv[0]!
    const start = setting.backend.start({
      argv: [called, ...argv.slice(1)],
      cwd: options.cwd ?? EMPTY_FOLDER,
      env: environmentFor(program.folders, program.env, options.env ?? {}),
      places: viewFor(setting.system, { identity, limits, extra: [...program.places, ...readable] }),
      identity,
      limits: withOwnProcesses(limits, identity),
    })
    return resultOf(await supervise(start, { ...limits, signal: options.signal }), setting.backend, called)
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error
    return notStarted(reasonOf(error))
  }
}

/** Errors of the file system name a system call; people want to know the file. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, what, path] = /^E[A-Z]+: (.+), \w+ '(.+)'$/s.exec(message) ?? []
  return what === undefined ? message : `${path} cannot be opened: ${what}`
}

function openedPlaces(path: string, home: string): Place[] {
  const why = whyClosed(path, home)
  if (why !== null) throw new Error(`${path} cannot be opened to a program: ${why}`)
  return placesOnTheWay(path)
}

function notStarted(reason: string): SandboxResult {
  const nothing = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), truncated: false, durationMs: 0 }
  return { ...nothing, status: 'not-started', code: null, signal: null, cut: null, reason }
}

/** Signals by which the kernel tells a process that it has reached a limit. */
const LIMIT_SIGNALS: Partial<Record<NodeJS.Signals, LimitName>> = { SIGXCPU: 'cpuSeconds', SIGXFSZ: 'fileBytes' }

function resultOf(ending: Ending, backend: Backend, called: string): SandboxResult {
  const { stopped, stdout, stderr, truncated, durationMs } = ending
  const output = { stdout, stderr, truncated, durationMs, reason: null }
  if (stopped !== null) {
    const status = stopped === 'timeoutMs' ? 'timed-out' : 'killed'
    return { ...output, status, code: null, signal: 'SIGKILL', cut: stopped === 'signal' ? null : stopped }
  }
  if (ending.signal !== null) return { ...output, status: 'killed', code: null, signal: ending.signal, cut: null }
  const reason = whyNotStarted(ending, backend, called)
  if (reason !== null) return { ...notStarted(reason), durationMs }
  const signal = signalOf(ending.code!)
  const cut = (signal !== null && LIMIT_SIGNALS[signal]) || null
  return { ...output, status: cut === null ? 'exited' : 'killed', code: ending.code, signal, cut }
}

/** The sandbox could not be built, or the program is none: then the last words are those of the one who tried. */
function whyNotStarted({ status, code, stderr }: Ending, backend: Backend, called: string): string | null {
  const words = stderr.toString().trim()
  if (!backend.hasStarted(status)) return words || `${backend.name} ended with ${code} and said nothing`
  const failed = `prlimit: failed to execute ${called}: `
  return (code === 126 || code === 127) && words.startsWith(failed) ? words.slice('prlimit: '.length) : null
}

function signalOf(code: number): NodeJS.Signals | null {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return (found?.[0] as NodeJS.Signals | undefined) ?? null
}
