/** What code does, as far as reading it can tell. */
export interface CodeFacts {
  /** Every construct is known: the code does nothing but what is listed here. */
  isUnderstood: boolean
  /**
   * Files. `undefined` for a computed path; glob patterns keep their wildcards; the home is `~`, even if the code
   * expands it itself. Checking for existence or size, or listing a folder, does not count as reading.
   */
  reads: (string | undefined)[]
  writes: (string | undefined)[]
  deletes: (string | undefined)[]
  /** Shell lines, and programs with their words, that the code starts; `undefined` if computed. */
  shellLines: (string | undefined)[]
  programs: (readonly string[] | undefined)[]
  /** It talks to another machine. */
  network: boolean
  /** Environment variables that it reads by name, or all of them. */
  environment: readonly string[] | 'all'
  /** Files and folders from which it loads code; `undefined` for a computed path. */
  loads: (string | undefined)[]
  /** Texts passed to unknown functions, which may be paths. `saved` is for functions that save something. */
  saved: (string | undefined)[]
  handed: (string | undefined)[]
  /** Constants in the code that are names of secret files. */
  named: (string | undefined)[]
  /** Words in lists passed to unknown functions, which may be the words of a command. */
  told: (string | undefined)[]
  /** Imported modules that a file could shadow: the caller checks whether one does. */
  imports: readonly string[]
  /** What it visibly destroys, for messages: "deletes files". Also set if the rest is not understood. */
  destroys?: string
  /** The source of the first unusual construct. The code is understood, but the reader may be wrong about it. */
  rare?: string
  /** Parts of it are unknown, and not only calls of project or third-party modules. */
  isSuspect?: boolean
}
