import type { ByName } from '@atip/protocol'
import type { PropertyEntry } from '../types.js'
import { sha256 } from './sha256.js'
import { withHash } from './tool-names.js'

/** What a provider accepts as the name of a property (decision 33). */
export interface PropertyRule {
  /** Matches a character that must be replaced. */
  forbidden: RegExp
  /** Whether the first character may be a digit, a dash or a dot. */
  startsAnyhow: boolean
  maxLength: number
}

/** Identifiers: Vertex AI requires them, and every provider accepts them. */
export const IDENTIFIERS: PropertyRule = { forbidden: /[^a-zA-Z0-9_]/g, startsAnyhow: false, maxLength: 64 }

/** Caches sanitised names, because the same few names occur again and again. */
export type NameCache = Map<string, string>

export function fittingName(name: string, rule: PropertyRule, cache: NameCache): string {
  const known = cache.get(name)
  if (known !== undefined) return known
  const fitting = fit(name, rule)
  cache.set(name, fitting)
  return fitting
}

function fit(name: string, { forbidden, startsAnyhow, maxLength }: PropertyRule): string {
  const replaced = name.replace(forbidden, '_')
  // Validators and clients in JavaScript lose this name, among them ajv and MCP's own library.
  if (replaced === '__proto__') return 'proto__'
  const started = replaced === '' || (!startsAnyhow && !/^[a-zA-Z_]/.test(replaced)) ? `_${replaced}` : replaced
  return started.length <= maxLength ? started : withHash(started, sha256(name).slice(0, 6), maxLength)
}

/**
 * An unused name for a parameter. An option with an argument's name becomes `<name>_option` (decision 31); a name that
 * collides only after it was sanitised gets a hash.
 */
export function unusedName(
  fitting: string,
  entry: PropertyEntry,
  taken: Readonly<ByName<PropertyEntry>>,
  rule: PropertyRule,
): string {
  const other = taken[fitting]!
  const isNamesake = entry.kind === 'option' && other.kind === 'argument' && other.name === entry.name
  const wanted = isNamesake ? fit(`${entry.name}_option`, rule) : fitting
  for (let candidate = wanted, count = 0; ; count++) {
    if (!(candidate in taken)) return candidate
    const hash = sha256(count === 0 ? entry.name : `${entry.name}\0${count}`).slice(0, 6)
    candidate = withHash(wanted, hash, rule.maxLength)
  }
}
