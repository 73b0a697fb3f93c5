import { nameFits } from '@atip/protocol/calls'
import { addressesTable, secretsTable, type AddressesTable, type SecretsTable } from './tables.js'

/** Whether a server usually keeps secrets behind such an address, or shows its settings there. */
export function keepsSecrets(address: string, { addresses }: SecretsTable = secretsTable()): boolean {
  const names = namesIn(address)
  return addresses.some((address) => {
    const wanted = address.split('/')
    return names.some((_, at) => wanted.every((name, index) => nameFits(name, names[at + index] ?? '')))
  })
}

/** The names in the path of `http://host/a/b?c`; a server takes `%73` for `s`, and empty names for none. */
function namesIn(address: string): string[] {
  const [path = ''] = address.replace(/^[a-z][\w+.-]*:\/\//i, '').split(/[?#]/, 1)
  return decoded(path)
    .toLowerCase()
    .split('/')
    .slice(1)
    .filter((name) => name !== '')
}

function decoded(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

/**
 * Whether to fetch an address of this machine only shows something: neither its path nor its parameters name an act, and the port is
 * not one for administrators.
 */
export function onlyShows(url: URL, table: AddressesTable = addressesTable()): boolean {
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return true
  const acts = wordsOf(table.acts)
  const isPlain = (text: string) => !wordsWritten(decoded(text)).some((word) => acts.has(word))
  const queries = wordsOf(table.queries)
  const isShown = [...url.searchParams].every(([name, value]) => queries.has(name.toLowerCase()) && isPlain(value))
  return isShown && isPlain(url.pathname) && !table.ports.includes(Number(url.port))
}

/** `resetCache`, `reset_cache`, `/reset/cache`. */
function wordsWritten(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

const wordSets = new Map<string, ReadonlySet<string>>()

function wordsOf(text: string): ReadonlySet<string> {
  const known = wordSets.get(text) ?? new Set(text.trim().split(/\s+/))
  wordSets.set(text, known)
  return known
}
