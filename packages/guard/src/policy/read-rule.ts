import { tokenise, type EffectField, type PathAccess, type TrustPolicyConfig } from '@atip/protocol/calls'
import { Faults, shown } from './faults.js'
import { CONDITION_FIELDS, FIELD_GROUPS } from './fields.js'
import { DEMANDS, readDemands } from './read-demands.js'
import type { EffectCondition, PolicyRule, TrustCondition } from './types.js'

const KEYS = ['decision', 'command', 'exact', 'tool', 'effects', 'paths', 'access', 'in', 'trust', 'unless', 'because']
const CONDITIONS = ['command', 'tool', 'effects', 'paths', 'in', 'trust', 'unless']
const ACCESS: readonly PathAccess[] = ['read', 'write', 'delete', 'execute']
const TRUST_SOURCES = ['native', 'vendor', 'org', 'community', 'user', 'inferred', 'shell', 'none']

export function readRules(value: unknown, faults: Faults): PolicyRule[] {
  if (!Array.isArray(value)) {
    faults.add(['rules'], `must be a list of rules, found ${shown(value)}`)
    return []
  }
  return value.flatMap((one: unknown, index) => readRule(one, index, faults) ?? [])
}

function readRule(value: unknown, index: number, faults: Faults): PolicyRule | undefined {
  const keys = ['rules', index]
  const members = faults.members(value, keys, KEYS)
  if (members === undefined) return undefined
  const { command, exact, tool, effects, paths, access, in: folders, trust, unless, because } = members
  // A missing key may be one of the misspelt keys, which were reported already.
  const isSpelt = Object.keys(members).every((key) => KEYS.includes(key))
  if (isSpelt && !CONDITIONS.some((name) => Object.hasOwn(members, name))) {
    faults.add(keys, `needs at least one condition (${CONDITIONS.join(', ')}); "tool": "*" matches every program`)
  }
  if (isSpelt && members.decision === undefined) faults.add(keys, 'needs a "decision": "allow", "ask" or "deny"')
  if (access !== undefined && paths === undefined)
    faults.add([...keys, 'access'], 'speaks of "paths", which are missing')
  if (exact !== undefined && command === undefined)
    faults.add([...keys, 'exact'], 'speaks of "command", which is missing')
  if (unless !== undefined && members.decision === 'allow')
    faults.add([...keys, 'unless'], 'goes with "ask" or "deny": what must be shown allows nothing by itself')
  const given = <T>(name: string, one: unknown, read: (one: unknown, keys: (string | number)[]) => T | undefined) => {
    return one === undefined ? undefined : read(one, [...keys, name])
  }
  const rule = {
    decision: given('decision', members.decision, (one, at) => faults.oneOf(one, at, ['allow', 'ask', 'deny'])),
    command: given('command', command, (one, at) => readCommand(one, at, faults)),
    isExact: given('exact', exact, (one, at) => faults.flag(one, at)),
    tools: given('tool', tool, (one, at) => faults.texts(one, at)),
    effects: given('effects', effects, (one, at) => readSomeEffects(one, at, faults)),
    paths: given('paths', paths, (one, at) => faults.texts(one, at)),
    access: given('access', access, (one, at) => readAccess(one, at, faults)),
    folders: given('in', folders, (one, at) => faults.texts(one, at)),
    trust: given('trust', trust, (one, at) => readTrust(one, at, faults)),
    demands: given('unless', unless, (one, at) => readUnless(one, at, faults)),
    // Demands only tighten; such a rule must not turn a denial into a question.
    onlyTightens: unless === undefined ? undefined : true,
    because: given('because', because, (one, at) => faults.text(one, at)),
    pointer: `/rules/${index}`,
  }
  return Object.fromEntries(Object.entries(rule).filter(([, one]) => one !== undefined)) as unknown as PolicyRule
}

/** A list of words, or text that is split as in a shell, without expansion. */
export function readCommand(value: unknown, keys: readonly (string | number)[], faults: Faults): string[] | undefined {
  if (typeof value !== 'string') return faults.texts(value, keys)
  const tokens = tokenise(value)
  if (!tokens.ok) faults.add(keys, `must be plain words: ${tokens.message}`)
  else if (tokens.words.length > 0) return tokens.words
  else faults.add(keys, 'must name a command')
  return undefined
}

const EMPTY = 'must not be empty: it would hold for everything'

/** Like `readEffects`, but at least one effect is needed. */
export function readSomeEffects(
  value: unknown,
  keys: readonly (string | number)[],
  faults: Faults,
): EffectCondition[] | undefined {
  const effects = readEffects(value, keys, faults)
  if (effects !== undefined && Object.keys(value as object).length === 0) faults.add(keys, EMPTY)
  return effects
}

/** Accepts nested and dotted effects: `{"filesystem": {"write": true}}`, `{"filesystem.write": true}`. */
export function readEffects(
  value: unknown,
  keys: readonly (string | number)[],
  faults: Faults,
  prefix = '',
): EffectCondition[] | undefined {
  const known = [...CONDITION_FIELDS.keys()]
    .filter((field) => field.startsWith(prefix))
    .map((field) => field.slice(prefix.length))
  const groups = prefix === '' ? [...FIELD_GROUPS] : []
  const dotted = prefix === '' ? known.map((field) => `effects.${field}`) : []
  const members = faults.conditions(value, keys, [...known, ...groups, ...dotted])
  if (members === undefined) return undefined
  if (prefix !== '' && Object.keys(members).length === 0) faults.add(keys, EMPTY)
  return Object.entries(members).flatMap(([name, one]) => {
    const at = [...keys, name]
    if (groups.includes(name)) return readEffects(one, at, faults, `${name}.`) ?? []
    const field = prefix + name.replace(/^effects\./, '')
    const possible = CONDITION_FIELDS.get(field)
    if (possible === undefined) return []
    const values = [one].flat().map((each) => each ?? undefined)
    const wrong = values.find((each) => each !== undefined && !possible.includes(each))
    if (wrong === undefined && values.length > 0) return [{ field: field as EffectField, values }]
    const words = [...possible, null].map((each) => JSON.stringify(each)).join(', ')
    faults.add(at, `must be one of ${words} (null is unknown) or a list of them, found ${shown(one)}`)
    return []
  })
}

function readAccess(value: unknown, keys: (string | number)[], faults: Faults): PathAccess[] | undefined {
  const list = faults.texts(value, keys)
  return list?.flatMap((one, index) => faults.oneOf(one, Array.isArray(value) ? [...keys, index] : keys, ACCESS) ?? [])
}

function readUnless(value: unknown, keys: (string | number)[], faults: Faults): TrustPolicyConfig | undefined {
  const members = faults.conditions(value, keys, DEMANDS)
  if (members === undefined) return undefined
  if (Object.values(members).every((one) => one === false || one === 0))
    faults.add(keys, 'must demand something: "minimumTrust": "VERIFIED", "requireSignatures": true, …')
  return readDemands(members, keys, faults)
}

function readTrust(value: unknown, keys: (string | number)[], faults: Faults): TrustCondition | undefined {
  const members = faults.conditions(value, keys, ['source', 'verified'])
  if (members === undefined) return undefined
  if (Object.keys(members).length === 0) faults.add(keys, EMPTY)
  const { source, verified } = members
  const sources = source === undefined ? undefined : faults.texts(source, [...keys, 'source'])
  for (const one of sources ?? []) faults.oneOf(one, [...keys, 'source'], TRUST_SOURCES)
  const values = [verified ?? null].flat().map((one: unknown) => one ?? undefined)
  if (values.length === 0 || !values.every((one) => one === undefined || typeof one === 'boolean')) {
    faults.add(
      [...keys, 'verified'],
      `must be true, false, null (not checked) or a list of them, found ${shown(verified)}`,
    )
  }
  return {
    ...(sources && { sources }),
    ...(Object.hasOwn(members, 'verified') && { verified: values as (boolean | undefined)[] }),
  }
}
