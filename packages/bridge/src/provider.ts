import type { Provider } from './types.js'

/** The entry of a provider in a table that has one for each. */
export function forProvider<T>(table: Readonly<Record<Provider, T>>, provider: Provider): T {
  if (Object.hasOwn(table, provider)) return table[provider]
  throw new TypeError(`expected a provider, one of ${Object.keys(table).join(', ')}; found ${JSON.stringify(provider)}`)
}
