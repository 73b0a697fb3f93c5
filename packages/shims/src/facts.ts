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

/** What a shim states about an option or argument: words, or a map with the words under `does`. */
export type FactsNotation = string | readonly string[] | FactsMap | null | undefined

export interface FactsMap extends Omit<ParameterExtension, 'cases' | 'value' | 'effects'> {
  about?: string
  does?: string | readonly string[]
  effects?: Effects
  cases?: readonly FactsMap[]
  /** The texts after which and before which the value counts, and where its command runs. */
  after?: string
  before?: string
  where?: 'here' | 'remote' | 'container'
  /** Placeholders in a command that are replaced by file names. */
  names?: string[]
  /** How values are inserted into a shell line. */
  fills?: Fills
  /** Words that reverse a filter. */
  not?: string[]
  /** Words between alternatives of filters. */
  either?: string[]
  /** Of a filter: it adds files to those found, and restricts nothing. */
  adds?: boolean
  /** Of a command: programs without a description belong to the project. */
  programs?: 'project'
  /** Of a command: the name of the option whose value is the program. */
  program?: string
  /** Of a path: the file named after the end of a URL; the cwd of the call or its repository. */
  from?: 'url'
  place?: FolderRole | 'found'
}

/** Words for calls that change nothing. `tells` is a dry run that does not use the network either. */
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

/** A deleted path counts as lost, unless `removes` is stated: `[path:delete, removes]`. */
function impliedBy(access: PathAccess, words: readonly string[]): readonly string[] {
  return access === 'delete' && words.includes('removes') ? [] : PATH_EFFECTS[access]
}

/** Words for further facts about a call or a value. */
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

/** Compiles the facts of a parameter to its extension. */
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

/** Compiles one rule: the words, with their condition. */
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
    // A dry run wins by default, because few authors state it. Curators have checked the tool, so in a shim they must.
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

/** Whether a word is about the call, not about the kind of the value. */
function isOfCall(word: string): boolean {
  const isKnown = Object.hasOwn(HARMLESS, word) || Object.hasOwn(FURTHER, word) || isNotationWord(word)
  return isKnown || word.startsWith('prints:')
}

function stated<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** `prints:revision`. */
function readPrinted(word: string): Printed {
  const kind = word.slice('prints:'.length) as Printed
  if (PRINTED.includes(kind)) return kind
  throw new TypeError(`"${word}": what is printed is one of ${PRINTED.join(', ')}`)
}

/** Value kinds without further detail. */
const PLAIN = ['host', 'secret', 'environment', 'package', 'script', 'pattern', 'variable', 'text'] as const

const FILTERS: readonly string[] = ['glob', 'regex', 'part', 'ending'] satisfies FilterLanguage[]

/** `path:write`, `path:read+write`, `shell`, `argv`, `argv:rest`, `code:python`, `filter:glob`, and the plain kinds. */
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
