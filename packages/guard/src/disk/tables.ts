import { shippedData } from '@atip/shims'

/** `tables/scripts.yaml` of the shims. */
export interface ScriptsTable {
  /** What marks the topmost folder of a project. */
  top: string[]
  programs: Record<string, ScriptRunner>
}

/** How a program finds the shell lines of a project by name. */
export interface ScriptRunner {
  /** In the nearest folder upwards that has it: a JSON file with an object of lines at this key. */
  file: string
  key: string
  /** What is put in front of the name for lines that run before and after it. */
  before?: string
  after?: string
  /** Commands that run the line of their own name. */
  commands?: string[]
  /** A word that is no command is the name of a line. */
  shorthand?: boolean
  /** Names of options with which another project or another shell is used. */
  except?: string[]
  /** Options that change nothing of that, though the description does not list them; any other may. */
  ignored?: string[]
  /** Files, in any folder upwards, with settings that change what runs the line; all of the file where none is named. */
  settings?: Record<string, string[]>
  /** Folder, in any folder upwards, whose programs are found before those of PATH. */
  programs?: string
}

export function scriptsTable(): ScriptsTable {
  return shippedData('tables/scripts') as ScriptsTable
}

/** `tables/modules.yaml` */
export interface ModulesTable {
  languages: Record<string, ModuleSearch>
}

/** Where an interpreter looks for modules, as seen from the folder in which it runs. */
export interface ModuleSearch {
  /** Names of its own modules, separated by blanks. */
  library: string
  /** Its own modules are found before all others; otherwise after those of the folder. */
  'library first'?: boolean
  /** What names only modules of the library. */
  prefix?: string
  folder: string
  /** What follows the name of a module in the name of its file, as patterns. */
  endings: string[]
  /** The ending of modules that are data, if there are such. */
  data?: string
  /** The file that makes a folder a module, without its ending; any folder is one where this is not given. */
  package?: string
  /** How a module is started as a program, and the options with which the folder is not looked into. */
  start?: { option: string; unless: string[] }
}

export function modulesTable(): ModulesTable {
  return shippedData('tables/modules') as ModulesTable
}

/** `tables/unnamed-files.yaml` */
export interface UnnamedFilesTable {
  /** Files that say what searches leave out. */
  'ignore files': string[]
  /** By call: files, and words of which one must be in the file; any file counts where none is given. */
  obeyed: Record<string, Record<string, string>>
  shown: Record<string, string[]>
  'shown by key': Record<string, string[]>
  /** Calls that show what was changed in files of a repository. */
  'changes shown': string[]
  /** Calls that make a file which is missing, and the options with which they do not. */
  made: Record<string, string[]>
}

export function unnamedFilesTable(): UnnamedFilesTable {
  return shippedData('tables/unnamed-files') as UnnamedFilesTable
}

/** Whether a file may be loaded as a module that is data, by a language that looks for code of that name where it is no file. */
export function isDataModule(path: string, { languages }: ModulesTable = modulesTable()): boolean {
  return Object.values(languages).some(({ data }) => data !== undefined && path.endsWith(data))
}

/** How a language starts a module as a program; undefined if it does not. */
export function moduleStart(language: string, { languages }: ModulesTable = modulesTable()): ModuleSearch['start'] {
  return Object.hasOwn(languages, language) ? languages[language]!.start : undefined
}

/** Whether a table has something for a call, or for the program. */
export function isListed(call: readonly string[], table: Readonly<Record<string, unknown>>): boolean {
  return call.some((_, index) => Object.hasOwn(table, call.slice(0, index + 1).join(' ')))
}
