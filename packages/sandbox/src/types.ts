import type { LimitName, Limits, MemoryCap } from './limits.js'
import type { LeftProcess } from './processes.js'
import type { Start } from './start.js'
import type { Supervision } from './supervision.js'

export type BackendName = 'bubblewrap' | 'unshare'

export interface SandboxOptions {
  /** Which backends to try, in this order. */
  readonly backends?: readonly BackendName[]
  /** Folders in which bubblewrap and the programs of util-linux are looked for. Not PATH: it may hold anything. */
  readonly helperFolders?: readonly string[]
  /** The home of the host, which is kept out but for the tools that are installed in it. */
  readonly home?: string
  /** PATH of the host, in which programs and their interpreters are looked up. */
  readonly searchPath?: string
  /** Limits for runs that name none of their own. */
  readonly limits?: Partial<Limits>
}

export type OpenedSandbox =
  | { readonly ok: true; readonly sandbox: Sandbox }
  | {
      readonly ok: false
      /** Why each backend was refused. */
      readonly reasons: readonly string[]
      /** What a person can do about it. */
      readonly advice: readonly string[]
    }

export interface Sandbox {
  readonly backend: BackendName
  /** What this backend cannot keep out on this machine, one sentence each; mostly empty. */
  readonly gaps: readonly string[]
  readonly limits: Limits
  run(argv: readonly string[], options?: RunOptions): Promise<SandboxResult>
}

export interface RunOptions extends Partial<Limits>, Supervision {
  /** A folder inside the sandbox to start in; by default an empty one that is thrown away. */
  readonly cwd?: string
  /** Added to the few variables a program gets. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * A folder that is the whole system of the run instead of the host's: `usr`, `etc` and so on below it. The program is a
   * path inside of it. It must contain `/usr/bin/prlimit` and `/usr/bin/setpriv`, which start the program, from a
   * source that is trusted. Bubblewrap only.
   */
  readonly root?: string
  /** Files and folders that may be read besides the system's and the program's own. */
  readonly readable?: readonly string[]
  /** Files and folders that may be changed. */
  readonly writable?: readonly string[]
  /** Files and folders inside of these that may only be read. */
  readonly sealed?: readonly string[]
  /** It runs with the rights that we have on files, but no others: without them it cannot change ours. */
  readonly asOwner?: boolean
  /** It reaches what the host reaches. */
  readonly network?: boolean
  /** Tells in the result whether it tried to reach a network that it has not. */
  readonly watchesNetwork?: boolean
}

export interface SandboxResult {
  /** `exited` by itself, also through a signal; `killed` by a limit or by `signal`. */
  readonly status: 'exited' | 'killed' | 'timed-out' | 'not-started'
  /** As a shell reports it: 128 + n where signal n ended the program. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: Buffer
  readonly stderr: Buffer
  /** Whether output is missing at the end. */
  readonly truncated: boolean
  /** The limit that ended the run. */
  readonly cut: LimitName | null
  /** Why nothing was run. */
  readonly reason: string | null
  readonly durationMs: number
  /** How `memoryBytes` was enforced for all of its processes together. */
  readonly memoryCap: MemoryCap
  /** With `watchesNetwork`: what it tried in vain, one sentence each. */
  readonly attempts: readonly string[]
  /** What still ran when the program had ended. In a sandbox it has ended by then. */
  readonly left: readonly LeftProcess[]
}

/** Where a program and its interpreter are looked for. */
export interface Host {
  readonly home: string
  readonly searchPath: string
}

/** A program, or why there is none: a sentence. */
export type FoundFile = { readonly path: string } | { readonly problem: string }

/** One thing that is to be seen, or not to be seen, at a path inside the sandbox. */
export type Place =
  /** `from` is where it lies outside; by default at the same path. */
  | { readonly kind: 'readable'; readonly path: string; readonly from?: string }
  | { readonly kind: 'writable' | 'sealed'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'hidden-file' | 'hidden-folder'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string; readonly mode: '0755' | '0777' }
  | { readonly kind: 'scratch'; readonly path: string; readonly bytes: number }

/** A run as a backend gets it: everything is decided, nothing is looked up any more. */
export interface Plan {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly places: readonly Place[]
  readonly identity: Identity
  readonly limits: Limits
  readonly network: boolean
  /** It waits until we say that it may begin. */
  readonly isGated: boolean
  readonly mark: string
}

/** `drop`: we are root and become this user. `map`: we stay who we are and look like this user. */
export interface Identity {
  readonly way: 'drop' | 'map'
  readonly id: number
}

export interface Backend {
  readonly name: BackendName
  readonly gaps: readonly string[]
  /** What /proc/self/status must say of system call filters. */
  readonly filtersCalls: boolean
  start(plan: Plan): Start
  /** Whether the program itself was started, from what came on the descriptor `STATUS`. */
  hasStarted(status: string): boolean
  /** A process inside, from what came on `STATUS` and who we have started; undefined as long as there is none. */
  processIn(status: string, started: number): number | undefined
}
