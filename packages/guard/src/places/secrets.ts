import { nameFits, withoutClasses } from '@atip/protocol/calls'
import { spells } from './overlap.js'
import { NameSet, PathSet, splitPath, type SplitPath } from './path-set.js'
import { perTable, secretsTable, type SecretsTable } from './tables.js'

/** Whether a file usually holds keys, passwords or tokens, or what the user typed. */
export function isSecretPath(path: string, home: string, table: SecretsTable = secretsTable()): boolean {
  const secrets = readSecrets(table)
  const split = splitPath(originalOf(path, table), home)
  const name = split.names.at(-1)
  if (name === undefined || secrets.looksLikeOne.has(name)) return false
  if (secrets.places.has(split) || isKept(split, name, table)) return true
  return secrets.names.has(name) ? !isCertificate(name, table) : hasTellingStem(name, table)
}

/** Whether a file is one that programs store for the user, and is not listed as free of secrets. */
export function isPrivatePath(path: string, home: string, table: SecretsTable = secretsTable()): boolean {
  const secrets = readSecrets(table)
  const split = splitPath(originalOf(path, table), home)
  const name = split.names.at(-1)
  return (
    name !== undefined && secrets.private.has(split) && !secrets.shared.has(split) && !secrets.looksLikeOne.has(name)
  )
}

/** The path of the file that a copy was made of. */
export function originalOf(path: string, table: SecretsTable = secretsTable()): string {
  const { copyEnding } = readSecrets(table)
  let original = path
  for (let copy = copyEnding(original); copy !== undefined; copy = copyEnding(original)) {
    original = original.slice(0, -copy.length)
  }
  return original
}

/** Whether a file of this name only looks like a secret. */
export function isPublicName(name: string, table: SecretsTable = secretsTable()): boolean {
  return readSecrets(table).looksLikeOne.has(name.toLowerCase())
}

const readSecrets = perTable((table: SecretsTable) => ({
  places: new PathSet(Object.values(table.places).flat()),
  private: new PathSet(table.private.places),
  shared: new PathSet(Object.values(table.private.except).flat()),
  names: new NameSet(Object.values(table.names).flat()),
  looksLikeOne: new NameSet(table.public),
  usualNames: table['usual names'],
  copyEnding: (path: string) => table.copies.find((ending) => path.endsWith(ending) && path.length > ending.length),
}))

/** Endings of secrets, and the full names of usual ones. With more names, patterns would match too much else. */
const speltIn = perTable((table: SecretsTable): string[] => {
  const patterns = Object.values(table.names)
    .flat()
    .filter((name) => name.includes('*'))
  const exact = new NameSet(
    Object.values(table.names)
      .flat()
      .filter((name) => !name.includes('*')),
  )
  const usual = [...table.usual, ...table['usual names'], ...table['usual here']].map((path) =>
    path.slice(path.lastIndexOf('/') + 1).toLowerCase(),
  )
  const named = usual.filter((name) => exact.has(name) || hasTellingStem(name, table))
  return [...new Set([...patterns.map((name) => name.toLowerCase()), ...named])]
})

/** `config/secrets/prod.yaml` and `secrets/db_password`, but not `src/secrets/index.ts`. */
function isKept({ names }: SplitPath, name: string, { keepers, texts }: SecretsTable): boolean {
  if (!name.includes('.')) return keepers.includes(names.at(-2) ?? '')
  return texts.includes(endingOf(name)) && names.slice(0, -1).some((folder) => keepers.includes(folder))
}

/** `secrets.yaml`, `.secrets.toml`, `db-token.txt`, `prod_secrets.json`, but not `secrets.ts` or `token-model.yaml`. */
function hasTellingStem(name: string, { stems, texts }: SecretsTable): boolean {
  const ending = endingOf(name)
  const stem = name.slice(0, -ending.length).replace(/^\./, '')
  return texts.includes(ending) && (stems.includes(stem) || stems.includes(stem.split(/[-_. ]/).at(-1)!))
}

/** By the usual names of public certificates: `fullchain.pem`, `ca-cert.pem`. */
function isCertificate(name: string, { certificates }: SecretsTable): boolean {
  const { endings, words, unless } = certificates
  const ending = endingOf(name)
  if (!endings.includes(ending)) return false
  const parts = name.slice(0, -ending.length).split(/[-_.]/)
  return parts.some((part) => words.includes(part)) && !parts.some((part) => unless.includes(part))
}

/** The name from its last dot on. */
function endingOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), 0))
}

/** Whether the shell may find a secret by a pattern. `pattern` is absolute if possible. */
export function mayFindSecret(pattern: string, home: string, table: SecretsTable = secretsTable()): boolean {
  if (!/[*?[]/.test(pattern)) return false
  const folder = pattern.slice(0, pattern.lastIndexOf('/') + 1)
  const usual = table.usual.map((path) => (path.startsWith('~') ? home + path.slice(1) : path))
  const known = [...usual, ...table['usual here'].map((name) => folder + name)]
  return known.some((path) => finds(pattern, path)) || isSpelt(splitPath(pattern, home), table)
}

/** By its name, `*.pe?`; by its place, `/etc/ssl/priv*`; or because it finds everything in a key folder, `certs/*`. */
function isSpelt(path: SplitPath, table: SecretsTable): boolean {
  const secrets = readSecrets(table)
  const name = path.names.at(-1)
  if (name === undefined || secrets.looksLikeOne.has(name)) return false
  if (secrets.places.isSpelt(path)) return true
  const own = withoutClasses(name)
  if (!/[*?]/.test(own)) return false
  if (isKeyFolder(path.names.at(-2) ?? '', table)) return secrets.usualNames.some((one) => isFound(own, one))
  return speltIn(table).some((listed) =>
    spells(
      own,
      listed,
      table.texts.find((ending) => listed.endsWith(ending)),
    ),
  )
}

/** Whether a folder of this name usually has keys beside certificates. */
export function isKeyFolder(name: string, table: SecretsTable = secretsTable()): boolean {
  return table['key folders'].includes(name)
}

/** Matches as the shell does: name by name, and a hidden name only if the dot is written. */
function finds(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')]
  return wanted.length === found.length && wanted.every((name, index) => isFound(name, found[index]!))
}

function isFound(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false
  return nameFits(withoutClasses(pattern), name)
}

/**
 * Whether a pattern searches for keys: by their start, `AKIA[0-9A-Z]{16}`, by the form of logins in URLs,
 * `://[^:]+:[^@]+@`, or because it finds only long random text: `[A-Za-z0-9]{32}`.
 */
export function looksForKeys(pattern: string, table: SecretsTable = secretsTable()): boolean {
  if (/:\/\/.*@/.test(pattern.replaceAll('\\', ''))) return true
  const text = pattern.replace(/\\[b<]/g, '')
  const tokens = text.match(/\[\^?\]?[^\]]*\]|\\.|[^]/g) ?? []
  return table['key beginnings'].some((start) => isWithin(start, text, tokens)) || fitsRandomText(text)
}

/** The start is written out, or has classes and dots in place of some letters: `gh[pos]_`. */
function isWithin(start: string, text: string, tokens: readonly string[]): boolean {
  if (text.includes(start)) return true
  if (start.length < 3) return false
  return tokens.some((_, at) => {
    const part = tokens.slice(at, at + start.length)
    const isSame = part.length === start.length && part.every((token, index) => takes(token, start[index]!))
    return isSame && part.filter((token) => token.length === 1 && token !== '.').length * 2 >= start.length
  })
}

function takes(token: string, letter: string): boolean {
  if (token === '.' || token === letter || token === `\\${letter}`) return true
  return token.startsWith('[') && (token.startsWith('[^') || token.includes(letter) || /\w-\w|:\w+:/.test(token))
}

/** Whether a class of letters, digits or non-blanks repeats as often as in keys. Dots do not count: lines are long. */
function fitsRandomText(pattern: string): boolean {
  const repeated = pattern.matchAll(/(?:\[[^\]]*(?:\w-\w|:\w+:|\\w)[^\]]*\]+|\[\^[^\]]*\]|\\[wSd])\\?\{(\d+)/g)
  const counts = [...repeated].map(([, count]) => Number(count))
  const groups = [...pattern.matchAll(/\)\\?\{(\d+)/g)].map(([, count]) => Number(count))
  return counts.some((count) => count * Math.max(1, ...groups) >= SHORTEST_KEY)
}

const SHORTEST_KEY = 16

/** Whether a search for this text is a search for secrets. */
export function namesSecrets(pattern: string, { searched }: SecretsTable = secretsTable()): boolean {
  const text = pattern.toLowerCase()
  return searched.some((word) => text.includes(word))
}
