import { nameFits, withoutClasses, type FilterLanguage } from '@atip/protocol/calls'
import { isCodeName, isOrdinaryName, showingOf, type ShownFrom } from './ordinary-files.js'
import { spells } from './overlap.js'
import { patternsOfRegex } from './regex-patterns.js'
import { isPrivatePath, isSecretPath } from './secrets.js'
import { pathsTable, perTable, secretsTable, type PathsTable, type SecretsTable } from './tables.js'

/** A selection of files by their names. */
export interface Filter {
  language: FilterLanguage
  text: string
}

/** Whether a filter probably selects secrets below these folders. Folders are absolute, as far as known. */
export function aimsAtSecrets(
  filter: Filter,
  folders: readonly string[],
  home: string,
  table: SecretsTable = secretsTable(),
): boolean {
  const patterns = patternsOf(filter).filter(isNarrow)
  if (patterns.length === 0) return false
  const placed = usualIn(home, table).filter((path) => folders.some((folder) => isIn(path, folder)))
  const isPlaced = patterns.some((pattern) => placed.some((path) => selects(pattern, path)))
  const isPrivate =
    folders.some((folder) => isIn(home, folder)) && patterns.some((one) => isHiddenFolder(one, home, table))
  return isPlaced || isPrivate || patterns.some((pattern) => isNamed(pattern, table))
}

/** Whether a pattern names a private hidden folder of a home. */
function isHiddenFolder(pattern: string, home: string, table: SecretsTable): boolean {
  const start = pattern.indexOf('/.')
  return start !== -1 && isPrivatePath(`${home}${pattern.slice(start)}`, home, table)
}

/** Whether secrets that most people have are below a folder. */
export function hasUsualSecrets(folder: string, home: string, table: SecretsTable = secretsTable()): boolean {
  return usualIn(home, table).some((path) => isIn(path, folder))
}

/** Whether a filter selects only files below a folder that are usually shown. */
export function selectsOrdinary(filter: Filter, folder: string, from: ShownFrom): boolean {
  const patterns = patternsOf(filter)
  return patterns.length > 0 && patterns.every((pattern) => isOrdinaryBelow(pattern, folder, from))
}

/** Whether it selects only code or prose. */
export function selectsCode(filter: Filter): boolean {
  const patterns = patternsOf(filter)
  return patterns.length > 0 && patterns.every((pattern) => isCodeName(pattern))
}

function isOrdinaryBelow(pattern: string, folder: string, from: ShownFrom): boolean {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1)
  if (/^[*?]*$/.test(name) || /(?:^|\/)\.(?!\/)/.test(pattern)) return isOrdinaryName(pattern) && !/^[*?]*$/.test(name)
  return showingOf(`${folder}/${name}`, from) === 'ordinary'
}

/** Whether it selects only files with an ending that no agent settings in a project have. */
export function isOrdinaryFilter(filter: Filter, table: PathsTable = pathsTable()): boolean {
  const patterns = patternsOf(filter)
  return (
    patterns.length > 0 &&
    patterns.every((pattern) => {
      const ending = /(?<=[^/])\.([a-z]\w*)$/.exec(pattern)?.[1]
      return ending !== undefined && !/(?:^|\/)\./.test(pattern) && !protectedEndings(table).has(ending)
    })
  )
}

/** A file of a project that agents must not change. */
export function protectedFile(table: PathsTable = pathsTable()): string {
  return table.protected.policy.find((path) => /^\.[^*]+$/.test(path))!
}

const protectedEndings = perTable((table: PathsTable) => {
  const paths = Object.values(table.protected)
    .flat()
    .filter((path) => !/^[~/]/.test(path))
  return new Set(paths.flatMap((path) => /[^/]\.([a-z]\w*)$/.exec(path.toLowerCase())?.[1] ?? []))
})

function isNarrow(pattern: string): boolean {
  return /[^*?/.]|(?:^|\/)\./.test(pattern)
}

/** Whether a pattern matches the name of a secret, and not only because it matches every file of a common kind. */
function isNamed(pattern: string, table: SecretsTable): boolean {
  const own = pattern.slice(pattern.lastIndexOf('/') + 1)
  if (endings(table).some((listed) => spells(own, listed))) return true
  return telling(table).some((name) => {
    if (!nameFits(own, name)) return false
    const ending = table.texts.find((text) => own.endsWith(text) && text !== name) ?? ''
    const letters = own.slice(0, own.length - ending.length).replace(/[*?]/g, '')
    return letters.length >= (name.startsWith('.') ? 1 : 2)
  })
}

function selects(pattern: string, path: string): boolean {
  const text = path.toLowerCase()
  return nameFits(pattern.includes('/') ? pattern.replace(/^(?![/*])/, '*/') : `*/${pattern}`, text)
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

function usualIn(home: string, { usual }: SecretsTable): string[] {
  return usual.map((path) => (path.startsWith('~') ? home + path.slice(1) : path))
}

/** Endings of names that identify a secret. */
const endings = perTable((table: SecretsTable) => {
  const names = Object.values(table.names).flat()
  return names.filter((name) => /^\*\.\w+$/.test(name)).map((name) => name.toLowerCase())
})

/** Names that identify a secret in any folder. */
const telling = perTable((table: SecretsTable) => {
  const names = [...table.usual, ...table['usual names'], ...table['usual here']].map((path) =>
    path.slice(path.lastIndexOf('/') + 1),
  )
  return [...new Set(names)].filter((name) => isSecretPath(`/x/${name}`, '/~', table)).map((name) => name.toLowerCase())
})

/** Glob patterns that match at least what the filter selects. */
export function patternsOf({ language, text }: Filter): string[] {
  const small = text.toLowerCase()
  // To some programs, each line is a separate pattern, and flags may turn the rest into a comment.
  if (/[\r\n]|\(\?[a-z]/.test(small)) return ['*']
  switch (language) {
    case 'glob':
      return alternativesIn(unescaped(withoutClasses(small))).map((one) =>
        one.replace(/^\.\//, '*/').replace(/\*+/g, '*'),
      )
    case 'ending':
      return [`*.${small.replace(/^\./, '')}`]
    case 'part':
      return [/[*?[]/.test(small) ? unescaped(withoutClasses(small)) : `*${unescaped(small)}*`]
    case 'regex':
      return patternsOfRegex(small)
  }
}

/** The pattern as it is matched: `.e\nv` fits `.env`. An escaped wildcard stays a wildcard, which fits no less. */
export function unescaped(pattern: string): string {
  return pattern.replaceAll('\\', '')
}

/** `*.{ts,tsx}` as separate patterns; nested braces count as a star. */
function alternativesIn(pattern: string): string[] {
  const found = /\{([^{}]*)\}/.exec(pattern)
  if (found === null) return [pattern]
  const [whole, list] = found as unknown as [string, string]
  const choices = list.split(',')
  if (choices.length > MOST_ALTERNATIVES) return ['*']
  return choices.map((one) => pattern.replace(whole, () => one).replace(/\{[^{}]*\}/g, '*'))
}

/** With more alternatives than this, any name may match. */
const MOST_ALTERNATIVES = 50
