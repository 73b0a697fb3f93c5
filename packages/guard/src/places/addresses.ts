import { nameFits } from '@atip/protocol/calls'
import { addressesTable, listed, secretsTable, type AddressesTable, type SecretsTable } from './tables.js'

/** Whether a server usually has secrets at such an address, or shows its settings there. */
export function keepsSecrets(address: string, { addresses }: SecretsTable = secretsTable()): boolean {
  const names = namesIn(address)
  return addresses.some((address) => {
    const wanted = address.split('/')
    return names.some((_, at) => wanted.every((name, index) => nameFits(name, names[at + index] ?? '')))
  })
}

/** The names in the path of `http://host/a/b?c`. A server reads `%73` as `s`, and ignores empty names. */
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
 * Whether fetching an address of this machine only shows something: its path has only words for pages and resources,
 * its parameters only select what is shown, and its port is not one for administration.
 */
export function onlyShows(url: URL, table: AddressesTable = addressesTable()): boolean {
  if (!/^(?:https?|wss?):$/.test(url.protocol)) return true
  const names = url.pathname.split('/').map(decoded)
  const isForAll = !listed(table.ports).has(url.port)
  if (!isForAll) return url.search === '' && names.every((name) => name === '' || listed(table.open).has(name))
  const queries = listed(table.queries)
  const isShown = [...url.searchParams].every(([name, value]) => queries.has(name.toLowerCase()) && isTerm(value))
  return isShown && names.every((name) => isOrdinaryName(name, table))
}

/** One or two words, so no statement in a query language. */
function isTerm(value: string): boolean {
  return /^[\w.,@+-]*(?: [\w.,@+-]+)?$/.test(value)
}

/** `order-items`, `orderItems`, `logo.svg`. Names with other characters may have a special meaning. */
function isOrdinaryName(name: string, table: AddressesTable): boolean {
  if (!/^[\w.@~-]*$/.test(name) || name.startsWith('.')) return false
  if (/\.\w+$/.test(name) && listed(table.static).has(name.split('.').at(-1)!)) return true
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  return words.every((word) => isOrdinaryWord(word, table))
}

function isOrdinaryWord(word: string, { nouns, kept }: AddressesTable): boolean {
  if (/^(?:[a-z]?|v?\d+|(?=\D*\d)[\da-f]+)$/.test(word)) return true
  const known = listed(nouns)
  const noun = word.replace(/\d+$/, '')
  if (listed(kept).has(noun)) return false
  return [noun, noun.replace(/s$/, ''), noun.replace(/es$/, ''), noun.replace(/ies$/, 'y')].some((one) =>
    known.has(one),
  )
}
