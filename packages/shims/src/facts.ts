import type {
  Effects,
  Fills,
  FilterLanguage,
  Harmless,
  ParameterExtension,
  ParameterRule,
  ParameterSyntax,
  PathAccess,
  FolderRole,
  Printed,
  ValueMeaning,
} from '@atip/protocol/calls'
import { effectsOfParameter, forgetsAll, isNotationWord } from './words.js'

/** What a shim says of an option or argument: words, or a map with words under `does` and the rest by name. */
export type FactsNotation = string | readonly string[] | FactsMap | null | undefined

export interface FactsMap extends Omit<ParameterExtension, 'cases' | 'value' | 'effects'> {
  about?: string
  does?: string | readonly string[]
  effects?: Effects
  cases?: readonly FactsMap[]
  /** Where the meaning of the value begins and ends, and where what it runs is run. */
  after?: string
  before?: string
  where?: 'here' | 'remote' | 'container'
  /** Words of a command that are replaced by names of files. */
  names?: string[]
  /** How values come into a shell line. */
  fills?: Fills
  /** Words that reverse a filter. */
  not?: string[]
  /** Words between alternatives of filters. */
  either?: string[]
  /** Of a filter: it restricts nothing. */
  adds?: boolean
  /** Of a command: programs without a description are the project's. */
  programs?: 'project'
  /** Of a command: the name of the option whose value is the program. */
  program?: string
  /** Of a path: it is the end of an address; it is where the call takes place, or its repository. */
  from?: 'url'
  place?: FolderRole | 'found'
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
  stat: ['reads'],
  delete: ['deletes'],
  execute: [],
}

/** A path that is deleted is lost, unless it is said that nothing is: `[path:delete, removes]`. */
function impliedBy(access: PathAccess, words: readonly string[]): readonly string[] {
  return access === 'delete' && words.includes('removes') ? [] : PATH_EFFECTS[access]
}

/** Words for what is true of a call or of a value besides. */
const FURTHER: Readonly<
  Record<string, Pick<ParameterRule, 'credential' | 'changes' | 'endless' | 'hidden' | 'reach' | 'loss' | 'wins'>>
> = {
  credential: { credential: true },
  identity: { changes: 'identity' },
  endpoint: { changes: 'endpoint' },
  endless: { endless: true },
  hidden: { hidden: true },
  routine: { reach: 'routine' },
  project: { reach: 'project' },
  beyond: { reach: 'beyond' },
  narrow: { loss: 'narrow' },
  wins: { wins: true },
}

export const PRINTED: readonly Printed[] =
  'number revision path temporary name ids word base folder absolute input lines names paths program decoded secret environment'.split(
    ' ',
  ) as Printed[]

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
  'operand',
  'bareValue',
  'mode',
  'keyword',
  'assignments',
]

function syntaxIn(facts: FactsMap): ParameterSyntax {
  return Object.fromEntries(SYNTAX.filter((key) => facts[key] !== undefined).map((key) => [key, facts[key]]))
}

/** One rule: what the words say, while its condition holds. */
export function readRule(facts: FactsMap): ParameterRule {
  const { does = [], effects, when, note, after, before, where, names, fills, not, either, from, place } = facts
  const { adds, programs, program } = facts
  const all = [does].flat() as string[]
  const words = all.filter((word) => word !== 'unknown')
  const isUnknown = words.length < all.length || words.some((word) => isNotationWord(word) && forgetsAll(word))
  const calm = words.filter((word) => Object.hasOwn(HARMLESS, word)).map((word) => HARMLESS[word]!)[0]
  const further = words.filter((word) => Object.hasOwn(FURTHER, word)).map((word) => FURTHER[word]!)
  const prints = words.filter((word) => word.startsWith('prints:')).map(readPrinted)[0]
  const values = words.filter((word) => !isOfCall(word)).map(readValue)
  if (values.length > 1) throw new TypeError(`a value is one thing; found ${words.join(', ')}`)
  const [value] = values
  const implied = value?.kind === 'path' ? value.access.flatMap((access) => impliedBy(access, words)) : []
  const said = effectsOfParameter([...implied, ...words.filter(isNotationWord)])
  const claimed = { ...said, ...calm?.effects, ...effects }
  if (words.includes('wins') && calm === undefined)
    throw new TypeError('"wins" goes with a word that makes a call harmless')
  if (words.includes('narrow') && claimed.destructive !== true) throw new TypeError('"narrow", but nothing is lost')
  return {
    ...(when && { when }),
    ...(Object.keys(claimed).length > 0 && { effects: claimed }),
    ...(calm && { harmless: calm.harmless }),
    // Few authors say so of their own tools; a curator has looked.
    ...(calm?.harmless === 'dry-run' && !words.includes('wins') && { wins: false }),
    ...(isUnknown && { unknown: true }),
    ...(value && {
      value: {
        ...value,
        ...stated({ after, before, where, names, fills, not, either, adds, programs, program, from, place }),
      } as ValueMeaning,
    }),
    ...Object.assign({}, ...further),
    ...(prints && { prints }),
    ...(note && { note }),
  }
}

/** Whether a word says something of the call, and not what the value is. */
function isOfCall(word: string): boolean {
  const isKnown = Object.hasOwn(HARMLESS, word) || Object.hasOwn(FURTHER, word) || isNotationWord(word)
  return isKnown || word.startsWith('prints:')
}

function stated<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** `prints:revision` */
function readPrinted(word: string): Printed {
  const kind = word.slice('prints:'.length) as Printed
  if (PRINTED.includes(kind)) return kind
  throw new TypeError(`"${word}": what is printed is one of ${PRINTED.join(', ')}`)
}

/** Values that are one word: what they are needs no detail. */
const PLAIN = ['host', 'secret', 'environment', 'package', 'script', 'pattern', 'variable', 'text'] as const

const FILTERS: readonly string[] = ['glob', 'regex', 'part', 'ending'] satisfies FilterLanguage[]

/** `path:write`, `path:read+write`, `shell`, `argv`, `argv:rest`, `code:python`, `filter:glob`, and the plain ones. */
function readValue(word: string): ValueMeaning {
  const [kind, detail] = word.split(':') as [string, string | undefined]
  if (kind === 'path' && detail !== undefined) {
    const access = detail.split('+') as PathAccess[]
    if (access.every((one) => Object.hasOwn(PATH_EFFECTS, one))) return { kind, access }
  }
  if ((kind === 'shell' || kind === 'argv') && detail === undefined) return { kind: 'command', form: kind }
  if (kind === 'code' && detail !== undefined) return { kind, language: detail }
  if (kind === 'filter' && FILTERS.includes(detail!)) return { kind, language: detail as FilterLanguage }
  if (word === 'argv:rest' || word === 'shell:rest') {
    return { kind: 'command', form: word === 'argv:rest' ? 'argv' : 'shell', rest: true }
  }
  const plain = PLAIN.find((one) => one === word)
  if (plain !== undefined) return { kind: plain }
  throw new TypeError(
    `"${word}" is no fact; use an effect word, unknown, help, version, dry-run, tells, path:read|write|delete|execute|stat, shell, shell:rest, argv, argv:rest, code:LANGUAGE, filter:${FILTERS.join('|')}, ${PLAIN.join(', ')}, ${Object.keys(FURTHER).join(', ')} or prints:KIND`,
  )
}
