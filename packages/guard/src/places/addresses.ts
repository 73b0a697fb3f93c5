import { nameFits } from '@atip/protocol/calls'
import { secretsTable, type SecretsTable } from './tables.js'

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
