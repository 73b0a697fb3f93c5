import { shippedData } from '@atip/shims'

/** `tables/environment.yaml` of the shims. */
export interface EnvironmentTable {
  harmless: Record<string, string[]>
  'shell line': string[]
  'shell line with words': string[]
  expanded: string[]
  /** By what a value makes a program do. */
  code: Record<string, string[]>
  values: Record<string, string[]>
  project: string[]
  outputs: string[]
  'output only': string[]
  addresses: string[]
  'file addresses': string[]
  /** A list of words, written as a text. */
  shown: string
  system: string
  searched: string
  secret: {
    words: string[]
    pairs: string[]
    within: string[]
    kept: string[]
    about: string[]
    services: string[]
    names: string[]
    except: string[]
  }
  /** The usual places of what variables name. */
  places: Record<string, string>
}

/** `tables/secrets.yaml` */
export interface SecretsTable {
  names: Record<string, string[]>
  stems: string[]
  keepers: string[]
  'key folders': string[]
  texts: string[]
  places: Record<string, string[]>
  public: string[]
  certificates: { endings: string[]; words: string[]; unless: string[] }
  copies: string[]
  private: { places: string[]; except: Record<string, string[]> }
  usual: string[]
  'usual names': string[]
  'usual here': string[]
  searched: string[]
  addresses: string[]
  'key beginnings': string[]
}

/** `tables/ordinary-files.yaml` */
export interface OrdinaryFilesTable {
  places: Record<string, string[]>
  /** System folders, in which only listed files are ordinary and which contain no project. */
  system: string[]
  /** Folders in which only listed files and sources are ordinary, but which may contain a project. */
  foreign: string[]
  hidden: Record<string, string[]>
  names: string[]
  programs: string[]
  fixtures: string[]
  sources: string[]
  /** Endings. */
  code: string[]
  data: string[]
  scripts: string[]
  binary: string[]
  packed: string[]
  /** Words that suggest a login or a key in the name of a data file. */
  words: string[]
  kept: string[]
  'word endings': string[]
  typed: string[]
  environments: string[]
  settings: string[]
  logins: string[]
  /** Programs. */
  shows: string[]
  tells: string[]
  rarely: string[]
  'no words': string[]
  prose: string[]
}

/** `tables/addresses.yaml` */
export interface AddressesTable {
  nouns: string
  kept: string
  static: string
  queries: string
  ports: string
  /** Words of paths that are ordinary even on these ports. */
  open: string
}

/** `tables/paths.yaml` */
export interface PathsTable {
  /** System links and their targets; `.` is the folder of the process. */
  aliases: Record<string, string>
  opened: string[]
  sinks: string[]
  /** Of the sinks, those whose data is displayed. */
  shown: string[]
  devices: string[]
  /** Of the devices, those that reveal nothing. */
  readable: string[]
  temporary: string[]
  homes: string[]
  system: string[]
  /** Names of folders in the root, in lower case. */
  top: string[]
  regenerable: string[]
  /** Of the regenerable ones, those in which builds put the programs of the project itself. */
  outputs: string[]
  repositories: string[]
  'hidden sources': string[]
  'agent notes': string[]
  'version managers': string[]
  /** Names of files and folders with settings of tools. */
  settings: string[]
  protected: Record<Protection, string[]>
  programs: { system: string[]; ordinary: string[]; beyond: string[] }
}

/** Why a file must not be changed without the user's knowledge. */
export type Protection = 'policy' | 'agent' | 'startup' | 'system'

export function environmentTable(): EnvironmentTable {
  return shippedData('tables/environment') as EnvironmentTable
}

export function addressesTable(): AddressesTable {
  return shippedData('tables/addresses') as AddressesTable
}

export function secretsTable(): SecretsTable {
  return shippedData('tables/secrets') as SecretsTable
}

export function ordinaryFilesTable(): OrdinaryFilesTable {
  return shippedData('tables/ordinary-files') as OrdinaryFilesTable
}

export function pathsTable(): PathsTable {
  return shippedData('tables/paths') as PathsTable
}

const sets = new Map<string, ReadonlySet<string>>()

/** The words of a list that is written as a text. */
export function listed(text: string): ReadonlySet<string> {
  const known = sets.get(text) ?? new Set(text.split(/\s+/).filter((word) => word !== ''))
  sets.set(text, known)
  return known
}

/** Computes something from a table once, and caches it. */
export function perTable<T extends object, R>(make: (table: T) => R): (table: T) => R {
  const made = new WeakMap<T, R>()
  return (table) => {
    const known = made.get(table)
    if (known !== undefined) return known
    const result = make(table)
    made.set(table, result)
    return result
  }
}
