import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { isAbsolute } from 'node:path'
import { EMPTY_FOLDER, environmentFor } from './environment.js'
import { nextIdentity, ownIdentity } from './identity.js'
import { type LimitName, limitsFrom, type Limits } from './limits.js'
import { type NetworkWatch, watchNetwork } from './network-attempts.js'
import { withOwnProcesses } from './process-count.js'
import { newRunMark } from './run-mark.js'
import { findProgram } from './files.js'
import { programAt, type SandboxedProgram } from './program.js'
import { type Ending, supervise } from './supervise.js'
import type { Backend, Host, Place, RunOptions, SandboxResult } from './types.js'
import { isOfSystem, placesOnTheWay, rootView, viewFor, whyClosed } from './view.js'

export interface RunSetting {
  readonly backend: Backend
  readonly system: readonly Place[]
  readonly host: Host
  readonly limits: Limits
}

/** Runs since this module was loaded, so that each gets its own user id. */
let runs = 0

/** Runs one program. Failures are reported in the result; only invalid options throw. */
export async function run(
  setting: RunSetting,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<SandboxResult> {
  const limits = limitsFrom(options, setting.limits)
  const refused = whyRefused(argv, options)
  if (refused !== null) return refused
  // The script of the other backend would need mount and others inside that root.
  if (options.root !== undefined && setting.backend.name !== 'bubblewrap') {
    return notStarted('only bubblewrap can give a program another system')
  }
  try {
    const program = programFor(argv[0] ?? '', setting.host, options.root)
    if (program === null) return notStarted(`there is no executable file ${JSON.stringify(argv[0] ?? '')}`)
    const system = options.root === undefined ? setting.system : rootView(options.root, setting.host.home)
    const identity = options.asOwner === true ? ownIdentity() : nextIdentity(runs++)
    // Help texts repeat the name a program was called by. Its folder comes first on PATH, unless the caller sets PATH.
    const called = argv[0]!.includes('/') || options.env?.PATH !== undefined ? program.path : argv[0]!
    const env = environmentFor(program.folders, program.env, options.env ?? {})
    const isGated = options.watchesNetwork === true && options.network !== true
    const start = setting.backend.start({
      argv: [called, ...argv.slice(1)],
      cwd: options.cwd ?? EMPTY_FOLDER,
      env,
      places: viewFor(system, {
        identity,
        limits,
        extra: [...program.places, ...openedPlaces(options, setting.host.home)],
        home: env.HOME!,
      }),
      identity,
      limits: withOwnProcesses(limits, identity),
      network: options.network === true,
      isGated,
      mark: newRunMark(),
    })
    let watch: NetworkWatch | undefined
    const ending = await supervise(start, limits, options, (status, started) => {
      const inside = setting.backend.processIn(status, started)
      if (inside !== undefined) watch ??= watchNetwork(inside)
      return inside !== undefined
    })
    return { ...resultOf(ending, setting.backend, called), attempts: watch?.attempts() ?? [] }
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw error
    return notStarted(reasonOf(error))
  }
}

/** Refuses calls before anything is started. */
export function whyRefused(argv: readonly string[], { signal }: Pick<RunOptions, 'signal'>): SandboxResult | null {
  if (argv.some((word) => word.includes('\0'))) return notStarted('an argument contains a null byte')
  return signal?.aborted ? { ...notStarted('it was called off before it began'), status: 'killed' } : null
}

/** With `root`, a program is given by its absolute path, and links resolve inside that root. */
function programFor(called: string, host: Host, root: string | undefined): SandboxedProgram | null {
  if (root !== undefined) return isAbsolute(called) ? { path: called, places: [], folders: [], env: {} } : null
  const path = called === '' ? null : findProgram(called, host.searchPath)
  return path === null ? null : programAt(path, host)
}

/** Errors of the file system name the system call; users need the file. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, what, path] = /^E[A-Z]+: (.+), \w+ '(.+)'$/s.exec(message) ?? []
  return what === undefined ? message : `${path} cannot be opened: ${what}`
}

/** The paths that the caller opens, and what a network needs. */
function openedPlaces({ readable = [], writable = [], sealed = [], network }: RunOptions, home: string): Place[] {
  const names = network === true && existsSync(NAME_SERVERS) ? [NAME_SERVERS] : []
  const system = writable.find(isOfSystem)
  if (system !== undefined) throw new Error(`${system} cannot be opened to a program: it belongs to the system`)
  return [
    ...[...readable, ...names].flatMap((path) => openedWay(path, home)),
    ...writable.flatMap((path) => openedWay(path, home, 'writable')),
    ...sealed.flatMap((path) => openedWay(path, home, 'sealed')),
  ]
}

/** Often a link out of /etc. */
const NAME_SERVERS = '/etc/resolv.conf'

function openedWay(path: string, home: string, kind: 'readable' | 'writable' | 'sealed' = 'readable'): Place[] {
  const why = whyClosed(path, home)
  if (why !== null) throw new Error(`${path} cannot be opened to a program: ${why}`)
  return placesOnTheWay(path).map((place): Place => (place.kind === 'readable' ? { kind, path: place.path } : place))
}

export function notStarted(reason: string): SandboxResult {
  const nothing = {
    stdout: Buffer.alloc(0),
    stderr: Buffer.alloc(0),
    truncated: false,
    durationMs: 0,
    memoryCap: 'none' as const,
    attempts: [],
    left: [],
  }
  return { ...nothing, status: 'not-started', code: null, signal: null, cut: null, reason }
}

/** Signals that the kernel sends at a limit. */
const LIMIT_SIGNALS: Partial<Record<NodeJS.Signals, LimitName>> = { SIGXCPU: 'cpuSeconds', SIGXFSZ: 'fileBytes' }

function resultOf(ending: Ending, backend: Backend, called: string): SandboxResult {
  const { stopped, stdout, stderr, truncated, durationMs, memoryCap, left } = ending
  const output = { stdout, stderr, truncated, durationMs, memoryCap, left, attempts: [], reason: null }
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

/** If the sandbox could not be built or the program not executed, stderr holds the error of the program that tried. */
function whyNotStarted({ status, code, stderr }: Ending, backend: Backend, called: string): string | null {
  const words = stderr.toString().trim()
  if (!backend.hasStarted(status)) return words || `${backend.name} ended with ${code} and said nothing`
  const failed = `prlimit: failed to execute ${called}: `
  return (code === 126 || code === 127) && words.startsWith(failed) ? words.slice('prlimit: '.length) : null
}

export function signalOf(code: number): NodeJS.Signals | null {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - 128)
  return (found?.[0] as NodeJS.Signals | undefined) ?? null
}
