import type { LimitName, Limits, MemoryCap } from './limits.js'
import type { LeftProcess } from './processes.js'
import type { Start } from './start.js'
import type { Supervision } from './supervision.js'

export type BackendName = 'bubblewrap' | 'unshare'

export interface SandboxOptions {
  /** Which backends to try, in this order. */
  readonly backends?: readonly BackendName[]
  /** Folders searched for bubblewrap and the programs of util-linux. Not PATH, which may contain anything. */
  readonly helperFolders?: readonly string[]
  /** The host's home, which stays hidden except for tools installed in it. */
  readonly home?: string
  /** The host's PATH, used to find programs and their interpreters. */
  readonly searchPath?: string
  /** Default limits of runs. */
  readonly limits?: Partial<Limits>
}

export type OpenedSandbox =
  | { readonly ok: true; readonly sandbox: Sandbox }
  | {
      readonly ok: false
      /** Why each backend was refused. */
      readonly reasons: readonly string[]
      /** What the user can do about it. */
      readonly advice: readonly string[]
    }

export interface Sandbox {
  readonly backend: BackendName
  /** What this backend cannot block on this machine, one sentence each; usually empty. */
  readonly gaps: readonly string[]
  readonly limits: Limits
  run(argv: readonly string[], options?: RunOptions): Promise<SandboxResult>
}

export interface RunOptions extends Partial<Limits>, Supervision {
  /** The cwd, a folder inside the sandbox; by default a temporary empty one. */
  readonly cwd?: string
  /** Added to the few default variables. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * A folder that replaces the host's system for this run: `usr`, `etc` and so on are below it. The program is a path
   * inside it. It must come from a trusted source and contain `/usr/bin/prlimit` and `/usr/bin/setpriv`, which start
   * the program. Bubblewrap only.
   */
  readonly root?: string
  /** Additional files and folders to read. */
  readonly readable?: readonly string[]
  /** Files and folders to write. */
  readonly writable?: readonly string[]
  /** Read-only files and folders inside the writable ones. */
  readonly sealed?: readonly string[]
  /** Gives the program our own rights on files, and no others. It needs them to change our files. */
  readonly asOwner?: boolean
  /** Shares the host's network. */
  readonly network?: boolean
  /** Reports in the result whether the program tried to reach a network that it lacks. */
  readonly watchesNetwork?: boolean
}

export interface SandboxResult {
  /** `exited`: it ended by itself or by a signal of its own; `killed`: by a limit or by `signal`. */
  readonly status: 'exited' | 'killed' | 'timed-out' | 'not-started'
  /** As in a shell: 128 + n if signal n ended the program. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: Buffer
  readonly stderr: Buffer
  /** Whether the end of the output is missing. */
  readonly truncated: boolean
  /** The limit that was exceeded. */
  readonly cut: LimitName | null
  /** Why nothing was run, as a sentence. */
  readonly reason: string | null
  readonly durationMs: number
  /** How `memoryBytes` was enforced for all processes together. */
  readonly memoryCap: MemoryCap
  /** With `watchesNetwork`: its failed network attempts, one sentence each. */
  readonly attempts: readonly string[]
  /** Processes that still ran when the program had ended. A sandbox ends them with it. */
  readonly left: readonly LeftProcess[]
}

/** Where programs and their interpreters are looked up. */
export interface Host {
  readonly home: string
  readonly searchPath: string
}

/** A program, or a sentence that says why there is none. */
export type FoundFile = { readonly path: string } | { readonly problem: string }

/** Something to show or hide at a path inside the sandbox. */
export type Place =
  /** `from` is its path on the host; by default the same. */
  | { readonly kind: 'readable'; readonly path: string; readonly from?: string }
  | { readonly kind: 'writable' | 'sealed'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'hidden-file' | 'hidden-folder'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string; readonly mode: '0755' | '0777' }
  | { readonly kind: 'scratch'; readonly path: string; readonly bytes: number }

/** A fully resolved run, as a backend gets it. */
export interface Plan {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly places: readonly Place[]
  readonly identity: Identity
  readonly limits: Limits
  readonly network: boolean
  /** The program waits until the gate opens. */
  readonly isGated: boolean
  readonly mark: string
}

/** `drop`: we are root and become this user. `map`: we keep our user, which appears as this one. */
export interface Identity {
  readonly way: 'drop' | 'map'
  readonly id: number
}

export interface Backend {
  readonly name: BackendName
  readonly gaps: readonly string[]
  /** Whether /proc/self/status must show a system call filter. */
  readonly filtersCalls: boolean
  start(plan: Plan): Start
  /** Whether the program was started, judged by the text from the descriptor `STATUS`. */
  hasStarted(status: string): boolean
  /** A process in the sandbox, from the text of `STATUS` and the started process; undefined if there is none yet. */
  processIn(status: string, started: number): number | undefined
}
