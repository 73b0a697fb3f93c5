import { shippedData } from '@atip/shims'

/** `tables/scripts.yaml` of the shims. */
export interface ScriptsTable {
  /** Files that mark the topmost folder of a project. */
  top: string[]
  programs: Record<string, ScriptRunner>
}

/** How a program finds the shell lines of a project by name. */
export interface ScriptRunner {
  /** A JSON file in the nearest folder upwards that has it, with an object of lines at `key`. */
  file: string
  key: string
  /** Prefixes of the names of lines that run before and after it. */
  before?: string
  after?: string
  /** Commands that run the line of their own name. */
  commands?: string[]
  /** A word that is not a command is the name of a line. */
  shorthand?: boolean
  /** Names of options that select another project or another shell. */
  except?: string[]
  /** Options that change none of that, although the description does not list them; any other may. */
  ignored?: string[]
  /** Files, in any folder upwards, in which these settings change what runs the line; without names, any setting. */
  settings?: Record<string, string[]>
  /** A folder, in any folder upwards, whose programs are found before those of PATH. */
  programs?: string
}

export function scriptsTable(): ScriptsTable {
  return shippedData('tables/scripts') as ScriptsTable
}

/** `tables/modules.yaml` */
export interface ModulesTable {
  languages: Record<string, ModuleSearch>
}

/** Where an interpreter searches for modules, relative to the folder in which it runs. */
export interface ModuleSearch {
  /** Names of its own modules, separated by blanks. */
  library: string
  /** The library is searched first; otherwise the folder is. */
  'library first'?: boolean
  /** A prefix that only modules of the library have. */
  prefix?: string
  folder: string
  /** Patterns for the text after the name of a module in the name of its file. */
  endings: string[]
  /** The ending of modules that are data, if any. */
  data?: string
  /** The file that makes a folder a module, without its ending. Undefined: any folder is a module. */
  package?: string
  /** How a module is started as a program, and the options that exclude the folder from the search. */
  start?: { option: string; unless: string[] }
}

export function modulesTable(): ModulesTable {
  return shippedData('tables/modules') as ModulesTable
}

/** `tables/unnamed-files.yaml` */
export interface UnnamedFilesTable {
  /** Files that list what searches leave out. */
  'ignore files': string[]
  /** By call: files, and words of which the file must contain one; without words, any such file counts. */
  obeyed: Record<string, Record<string, string>>
  shown: Record<string, string[]>
  'shown by key': Record<string, string[]>
  /** Calls that show changes in files of a repository. */
  'changes shown': string[]
  /** Calls that create a missing file, and the options that prevent it. */
  made: Record<string, string[]>
}

export function unnamedFilesTable(): UnnamedFilesTable {
  return shippedData('tables/unnamed-files') as UnnamedFilesTable
}

/** Whether a file may be loaded as data by a language that searches for code of that name if the file is missing. */
export function isDataModule(path: string, { languages }: ModulesTable = modulesTable()): boolean {
  return Object.values(languages).some(({ data }) => data !== undefined && path.endsWith(data))
}

/** How a language starts a module as a program; undefined if it does not. */
export function moduleStart(language: string, { languages }: ModulesTable = modulesTable()): ModuleSearch['start'] {
  return Object.hasOwn(languages, language) ? languages[language]!.start : undefined
}

/** Whether a table has an entry for a call, or for its program. */
export function isListed(call: readonly string[], table: Readonly<Record<string, unknown>>): boolean {
  return call.some((_, index) => Object.hasOwn(table, call.slice(0, index + 1).join(' ')))
}
