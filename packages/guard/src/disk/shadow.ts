import { nameFits } from '@atip/protocol/calls'
import { posix } from 'node:path'
import { modulesTable, type ModuleSearch, type ModulesTable } from './tables.js'
import type { VisibleFiles } from './visible-files.js'

/** Whether code that means to import a module of the library would get a file of the folder. */
export type Shadow = { kind: 'none' } | { kind: 'file'; path: string } | { kind: 'unknown' }

/** For code that imports these modules, as seen from the folder in which its interpreter looks first. */
export function shadowOf(
  files: VisibleFiles,
  cwd: string,
  imports: readonly string[],
  language: string,
  { languages }: ModulesTable = modulesTable(),
): Shadow {
  const search = Object.hasOwn(languages, language) ? languages[language]! : undefined
  // Where the folder comes first, the interpreter itself imports modules, to show an error or to handle large numbers.
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

/** Modules of the library import each other, so where they are not found first, each of them can be replaced. */
function wantedOf(imports: readonly string[], search: ModuleSearch, library: readonly string[]): readonly string[] {
  const { prefix, 'library first': isFirst } = search
  const isForeign = (name: string) => prefix === undefined || !name.startsWith(prefix)
  const named = imports.flatMap((name) => (isForeign(name) ? [name.split('/')[0]!, name.split(/[./]/)[0]!] : []))
  return isFirst ? named.filter((name) => !library.includes(name)) : [...named, ...library]
}

function isEnding(text: string, { endings }: ModuleSearch): boolean {
  return endings.some((ending) => nameFits(ending, text))
}

/** What the library lacks may be imported from any folder, and what cannot be listed may be anything. */
function isPackage(inside: readonly string[] | undefined, search: ModuleSearch, isOfLibrary: boolean): boolean {
  const { package: file } = search
  if (inside === undefined) return true
  if (!isOfLibrary || file === undefined) return inside.length > 0
  return inside.some((name) => name.startsWith(file) && isEnding(name.slice(file.length), search))
}
