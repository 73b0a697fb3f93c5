import { quoteWord } from '../text/quote.js'
import type { Fills, PathAccess, FolderRole, ValueMeaning } from '../types/x-atip.js'
import type { ParsedCall, Use } from './call.js'
import { parameterRules, type Statement } from './statements.js'
import { isPath } from './value.js'

/** Something the call runs in turn. */
export type Run = RunOrigin &
  (
    | {
        kind: 'argv'
        words: string[]
        where: Where
        names?: readonly string[]
        programs?: 'project'
        place?: 'found'
      }
    | { kind: 'shell'; text: string; where: Where; fills?: Filled }
    | { kind: 'code'; text: string; language: string }
  )

/** Values for placeholders in a shell line. */
export interface Filled {
  /** Lists of values for `{}`; they are quoted. */
  lists: string[][]
  /** Names of options that give values for `{NAME}`. */
  options: readonly string[]
}

type Where = 'here' | 'remote' | 'container'

interface RunOrigin {
  parameter: string
  /** Index in argv of its first word. */
  index: number
  /** It is an operand, so the words after it belong to it. */
  fromOperand: boolean
}

export interface PathUse {
  path: string
  /** Undefined if only the type says that it is a path. */
  access: PathAccess[] | undefined
  parameter: string
  /** The program uses it to authenticate, and does not pass it on. */
  credential?: boolean
  place?: FolderRole
}

export function isChanging(access: readonly PathAccess[] | undefined): boolean {
  return access?.some((one) => one === 'write' || one === 'delete') === true
}

/** The commands, code and paths among the values of a call. A possible meaning is enough. */
export function meaningsOf(call: ParsedCall, statements: readonly Statement[]): { runs: Run[]; paths: PathUse[] } {
  const possible = new Set(statements.filter(({ some }) => some !== 'no').map(({ rule }) => rule))
  const runs: Run[] = []
  const paths: PathUse[] = []
  for (const use of joinTails(usesBeforeRest(call, statements))) {
    const rules = parameterRules(use.parameter).filter((rule) => possible.has(rule))
    if (use.words.length === 0) continue
    const meanings = rules.filter(({ value }) => value !== undefined)
    const credential = rules.some((rule) => rule.credential === true)
    for (const { value } of meanings) {
      if (value!.kind === 'path') paths.push(...pathsIn(value!, use.words, use.parameter.name, credential))
      runs.push(...runsIn(value!, use, call))
    }
    if (meanings.length === 0 && isPath(use.parameter)) {
      for (const path of use.words) {
        paths.push({ path, access: undefined, parameter: use.parameter.name, ...(credential && { credential }) })
      }
    }
  }
  return { runs, paths }
}

/** The uses without those that certainly belong to a command that takes the rest of the line. */
function usesBeforeRest({ uses }: ParsedCall, statements: readonly Statement[]): readonly Use[] {
  const takesRest = statements.find(
    ({ rule: { value }, every }) => every === 'yes' && value?.kind === 'command' && value.rest === true,
  )
  return takesRest ? uses.filter(({ index }) => index <= takesRest.index) : uses
}

/** The paths that these words name, according to the meaning. */
export function pathsIn(
  meaning: PathMeaning,
  words: readonly string[],
  parameter: string,
  credential = false,
): PathUse[] {
  const { access, place, from } = meaning
  const named = words.map((word) => behind(meaning, word)).map((word) => (from === 'url' ? endOfAddress(word) : word))
  // An address without a path: the tool chooses the name.
  const paths = named.filter((path) => path !== '')
  const more = { ...(place && { place }), ...(credential && { credential }) }
  return paths.map((path) => ({ path, access, parameter, ...more }))
}

type PathMeaning = Extract<ValueMeaning, { kind: 'path' }>

/** `https://example.org/a/b.sh?c` is saved as `b.sh`. */
function endOfAddress(address: string): string {
  const [path = ''] = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[?#]/, 1)
  return path.includes('/') ? path.slice(path.lastIndexOf('/') + 1) : ''
}

/** The operands of one variadic argument are one command: `timeout 5 rm -rf build`. */
function joinTails(uses: readonly Use[]): Use[] {
  const joined = new Map<unknown, Use>()
  for (const use of uses) {
    const tail = use.kind === 'argument' ? joined.get(use.parameter) : undefined
    if (tail === undefined) joined.set(use.kind === 'argument' ? use.parameter : use, { ...use, words: [...use.words] })
    else for (const word of use.words) tail.words.push(word)
  }
  return [...joined.values()]
}

/** What a value runs, once per program that an option names for it: `--entrypoint PROGRAM … -- WORDS`. */
function runsIn(meaning: ValueMeaning, use: Use, call: ParsedCall): Run[] {
  const option = meaning.kind === 'command' ? meaning.program : undefined
  const programs = option === undefined ? [] : call.uses.filter(({ parameter }) => parameter.name === option)
  const commands = programs.map(({ words }) => ({ ...use, words: [...words, ...use.words] }))
  return (commands.length === 0 ? [use] : commands).flatMap((one) => toRun(meaning, one, call) ?? [])
}

function toRun(
  meaning: ValueMeaning,
  { words, parameter, index, kind }: Use,
  { argv, optionsEnd }: ParsedCall,
): Run | undefined {
  const origin: RunOrigin = { parameter: parameter.name, index, fromOperand: kind === 'argument' }
  if (meaning.kind === 'code') {
    // Each word is a separate piece of code: `sqlite3 app.db .tables 'select 1'`.
    return { ...origin, kind: 'code', text: behind(meaning, words.join('\n')), language: meaning.language }
  }
  if (meaning.kind !== 'command') return undefined
  const { where = 'here', names, programs, place } = meaning
  // An option that takes the rest of the line ends the options; `optionsEnd` is after its value, which may be a word.
  const rest = meaning.rest === true ? argv.slice(kind === 'argument' ? index + 1 : optionsEnd) : []
  const all = [...words, ...rest]
  if (meaning.form === 'shell') {
    const { command, fills } = filledIn(meaning.fills, words)
    const line = [...command, ...rest.map(quoteWord)].join(' ')
    return { ...origin, kind: 'shell', text: behind(meaning, line), where, ...(fills && { fills }) }
  }
  const program = behind(meaning, all[0]!)
  const more = { ...(names && { names }), ...(programs && { programs }), ...(place && { place }) }
  return { ...origin, kind: 'argv', words: [program, ...all.slice(1)], where, ...more }
}

/** Separates the words of a command from the values that fill its placeholders. */
function filledIn(fills: Fills | undefined, words: readonly string[]): { command: readonly string[]; fills?: Filled } {
  if (fills === undefined) return { command: words }
  const lists: string[][] = [[]]
  for (const word of words) {
    if (fills.behind?.includes(word) === true) lists.push([])
    else lists.at(-1)!.push(word)
  }
  const [command, ...values] = lists
  return { command: command!, fills: { lists: values, options: fills.options ?? [] } }
}

function behind(meaning: ValueMeaning, text: string): string {
  const { after, before } = { after: undefined, before: undefined, ...meaning }
  const place = after === undefined ? -1 : text.indexOf(after)
  const rest = place === -1 ? text : text.slice(place + after!.length)
  return before === undefined ? rest : rest.split(before)[0]!
}
