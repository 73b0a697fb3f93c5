import type {
  Effects,
  Harmless,
  ParameterExtension,
  ParameterRule,
  ParameterSyntax,
  PathAccess,
  ValueMeaning,
} from '@atip/protocol'
import { effectsOfParameter, forgetsAll, isNotationWord } from './words.js'

/** What a shim says of an option or argument: words, or a map with words under `does` and the rest by name. */
export type FactsNotation = string | readonly string[] | FactsMap | null | undefined

export interface FactsMap extends Omit<ParameterExtension, 'cases' | 'value' | 'effects'> {
  about?: string
  does?: string | readonly string[]
  effects?: Effects
  cases?: readonly FactsMap[]
  /** Where the meaning of the value begins, and where what it runs is run. */
  after?: string
  where?: 'here' | 'remote' | 'container'
}

/** Words by which a call only tells something. `tells` is a dry run that does not even leave the machine. */
const HARMLESS: Readonly<Record<string, { harmless: Harmless; effects?: Effects }>> = {
  help: { harmless: 'help' },
  version: { harmless: 'version' },
  'dry-run': { harmless: 'dry-run' },
  tells: {
    harmless: 'dry-run',
    effects: { filesystem: { read: true, write: false, delete: false }, network: false, subprocess: false },
  },
}
const PATH_EFFECTS: Record<PathAccess, readonly string[]> = {
  read: ['reads'],
  write: ['writes'],
  delete: ['deletes'],
  execute: [],
}

/** The extension that a parameter's facts amount to. */
export function readFacts(notation: FactsNotation): ParameterExtension {
  if (notation === null || notation === undefined) return {}
  if (typeof notation === 'string' || Array.isArray(notation)) return readRule({ does: notation as string[] })
  const facts = notation as FactsMap
  const { cases } = facts
  return { ...readRule(facts), ...syntaxIn(facts), ...(cases && { cases: cases.map(readRule) }) }
}

const SYNTAX: readonly (keyof ParameterSyntax)[] = [
  'optionalValue',
  'nextWord',
  'arity',
  'greedy',
  'until',
  'endsOptions',
  'bareValue',
  'keyword',
  'assignments',
]

function syntaxIn(facts: FactsMap): ParameterSyntax {
  return Object.fromEntries(SYNTAX.filter((key) => facts[key] !== undefined).map((key) => [key, facts[key]]))
}

/** One rule: what the words say, while its condition holds. */
export function readRule({ does = [], effects, when, note, after, where }: FactsMap): ParameterRule {
  const all = [does].flat() as string[]
  const words = all.filter((word) => word !== 'unknown')
  const isUnknown = words.length < all.length || words.some((word) => isNotationWord(word) && forgetsAll(word))
  const calm = words.filter((word) => Object.hasOwn(HARMLESS, word)).map((word) => HARMLESS[word]!)[0]
  const values = words.filter((word) => !Object.hasOwn(HARMLESS, word) && !isNotationWord(word)).map(readValue)
  if (values.length > 1) throw new TypeError(`a value is one thing; found ${words.join(', ')}`)
  const [value] = values
  const implied = value?.kind === 'path' ? value.access.flatMap((access) => PATH_EFFECTS[access]) : []
  const said = effectsOfParameter([...implied, ...words.filter(isNotationWord)])
  const stated = { ...said, ...calm?.effects, ...effects }
  return {
    ...(when && { when }),
    ...(Object.keys(stated).length > 0 && { effects: stated }),
    ...(calm && { harmless: calm.harmless }),
    ...(isUnknown && { unknown: true }),
    ...(value && { value: { ...value, ...(after && { after }), ...(where && { where }) } as ValueMeaning }),
    ...(note && { note }),
  }
}

/** `path:write`, `path:read+write`, `shell`, `argv`, `code:python`, `host`, `secret`, `environment`. */
function readValue(word: string): ValueMeaning {
  const [kind, detail] = word.split(':') as [string, string | undefined]
  if (kind === 'path' && detail !== undefined) {
    const access = detail.split('+') as PathAccess[]
    if (access.every((one) => Object.hasOwn(PATH_EFFECTS, one))) return { kind, access }
  }
  if ((kind === 'shell' || kind === 'argv') && detail === undefined) return { kind: 'command', form: kind }
  if (kind === 'code' && detail !== undefined) return { kind, language: detail }
  if ((kind === 'host' || kind === 'secret' || kind === 'environment') && detail === undefined) return { kind }
  throw new TypeError(
    `"${word}" is no fact; use an effect word, unknown, help, version, dry-run, tells, path:read|write|delete|execute, shell, argv, code:LANGUAGE, host, secret or environment`,
  )
}
