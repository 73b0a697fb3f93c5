import type { Provider } from './types.js'

/** Looks up a provider in a table with one entry for each. */
export function forProvider<T extends Readonly<Record<Provider, unknown>>, P extends Provider>(
  table: T,
  provider: P,
): T[P] {
  if (Object.hasOwn(table, provider)) return table[provider]
  throw new TypeError(`expected a provider, one of ${Object.keys(table).join(', ')}; found ${JSON.stringify(provider)}`)
}
