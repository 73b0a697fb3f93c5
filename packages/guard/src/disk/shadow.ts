import { nameFits } from '@atip/protocol/calls'
import { posix } from 'node:path'
import { modulesTable, type ModuleSearch, type ModulesTable } from './tables.js'
import type { VisibleFiles } from './visible-files.js'

/** Whether an import of a library module would load a file from the folder instead. */
export type Shadow = { kind: 'none' } | { kind: 'file'; path: string } | { kind: 'unknown' }

/** Takes the modules that code imports, and the folder that its interpreter searches first. */
export function shadowOf(
  files: VisibleFiles,
  cwd: string,
  imports: readonly string[],
  language: string,
  { languages }: ModulesTable = modulesTable(),
): Shadow {
  const search = Object.hasOwn(languages, language) ? languages[language]! : undefined
  // If the folder comes first, code without imports counts too: the interpreter itself imports modules, as for errors.
  if (imports.length === 0 && search?.['library first'] !== false) return { kind: 'none' }
  if (search === undefined) return { kind: 'unknown' }
  const library = search.library.trim().split(/\s+/)
  const wanted = new Set(wantedOf(imports, search, library))
  const folder = posix.join(cwd, search.folder)
  const names = wanted.size === 0 ? [] : files.list(folder)
  if (names === undefined) return { kind: 'unknown' }
  const found = names.find((name) => {
    const dot = name.indexOf('.')
    if (dot > 0 && wanted.has(name.slice(0, dot)) && isEnding(name.slice(dot), search)) return true
    return wanted.has(name) && isPackage(files.list(posix.join(folder, name)), search, library.includes(name))
  })
  return found === undefined ? { kind: 'none' } : { kind: 'file', path: posix.join(folder, found) }
}

/** Modules of the library import each other. Unless the library is searched first, each of them can be replaced. */
function wantedOf(imports: readonly string[], search: ModuleSearch, library: readonly string[]): readonly string[] {
  const { prefix, 'library first': isFirst } = search
  const isForeign = (name: string) => prefix === undefined || !name.startsWith(prefix)
  const named = imports.flatMap((name) => (isForeign(name) ? [name.split('/')[0]!, name.split(/[./]/)[0]!] : []))
  return isFirst ? named.filter((name) => !library.includes(name)) : [...named, ...library]
}

function isEnding(text: string, { endings }: ModuleSearch): boolean {
  return endings.some((ending) => nameFits(ending, text))
}

/** Whether a folder can be imported. Any folder can, if the library has no such module or if it cannot be listed. */
function isPackage(inside: readonly string[] | undefined, search: ModuleSearch, isOfLibrary: boolean): boolean {
  const { package: file } = search
  if (inside === undefined) return true
  if (!isOfLibrary || file === undefined) return inside.length > 0
  return inside.some((name) => name.startsWith(file) && isEnding(name.slice(file.length), search))
}
