/** What code does, as far as it can be told by reading it. */
export interface CodeFacts {
  /** Every construct in it is known for what it is: nothing else happens than what is listed here. */
  isUnderstood: boolean
  /**
   * Files. `undefined` where the path is computed; a glob pattern keeps its wildcards; the home folder is `~`, also where the
   * code expands it itself. Looking whether a file exists, how large it is, or what a folder lists is not reading.
   */
  reads: (string | undefined)[]
  writes: (string | undefined)[]
  deletes: (string | undefined)[]
  /** Shell lines, and programs with their words, that the code starts; `undefined` where computed. */
  shellLines: (string | undefined)[]
  programs: (readonly string[] | undefined)[]
  /** It talks to another machine. */
  network: boolean
  /** Environment variables that it reads by name, or all of them. */
  environment: readonly string[] | 'all'
  /** Files and folders from which it takes code; `undefined` where the path is computed. */
  loads: (string | undefined)[]
  /** Texts given to functions of which nothing is known: paths, perhaps. The first are for functions that save something. */
  saved: (string | undefined)[]
  handed: (string | undefined)[]
  /** Constants of it that are names of secrets. */
  named: (string | undefined)[]
  /** Words that functions of which nothing is known are given as a list: of a command, perhaps. */
  told: (string | undefined)[]
  /** Modules that it imports by name and that a file could shadow: the caller checks whether one does. */
  imports: readonly string[]
  /** What it visibly destroys, for people: "deletes files". Also given where the rest is not understood. */
  destroys?: string
  /** The first part of it that everyday code does not have, as it is written. It is understood, but a reader may be wrong. */
  rare?: string
  /** Not all of it is known, and what is not known is more than what modules of the project and of others do. */
  isSuspect?: boolean
}

export interface CodeOptions {
  /** The interpreter looks for no modules in the folder it runs in, so none can be shadowed. */
  isolated?: boolean
}
