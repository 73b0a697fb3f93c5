import type { Lineage } from '../tree.js'
import type { Argument, AtipTool, Option } from '../types/tool.js'
import type { Harmless, ParameterRule } from '../types/x-atip.js'
import type { ParsedCall, Use } from './call.js'
import { allOf, holds, opposite, type Circumstances, type Truth } from './condition.js'

export type EffectSource =
  | { kind: 'tool' }
  | { kind: 'command'; path: string[] }
  | { kind: 'option'; name: string; flag: string; note?: string }
  | { kind: 'argument'; name: string }

/** A rule of x-atip that concerns a call, and whether it holds. */
export interface Statement {
  rule: ParameterRule
  source: EffectSource
  /** Whether it holds for some occurrence, which is enough for danger. */
  some: Truth
  /**
   * Whether it holds for every occurrence of its parameter: `harmless` needs that, since a later word may revoke it.
   */
  every: Truth
  /** Index in argv of its words; 0 for rules of commands. */
  index: number
  /** The values of its parameter, as far as they are known. */
  words: readonly string[]
}

/** Whether a word is known before the line runs; see `isOpaque` of `EffectsOfOptions`. */
export type Opacity = (word: string) => boolean | 'word' | 'part'

/** All rules that may concern a call: those of its command, groups and tool, and those of the given parameters. */
export function statementsOf(call: ParsedCall, lineage: Lineage, isOpaque: Opacity): Statement[] {
  const circumstances = circumstancesOf(call, lineage, isOpaque)
  const ofDanger = withUnlisted(call, circumstances)
  const truthOf = (rule: ParameterRule, words: readonly string[]) =>
    holds(rule.when, { ...(isDangerous(rule) ? ofDanger : circumstances), words })
  const statements: Statement[] = []
  for (const [depth, node] of lineage.entries()) {
    const source: EffectSource = depth === 0 ? { kind: 'tool' } : { kind: 'command', path: call.path.slice(0, depth) }
    for (const rule of node['x-atip']?.cases ?? []) {
      const truth = truthOf(rule, [])
      statements.push({ rule, source, some: truth, every: truth, index: 0, words: [] })
    }
  }
  const contested = contestedIn(call)
  for (const [parameter, uses] of byParameter(call.uses)) {
    const said = uses.filter(isSaid)
    for (const rule of parameterRules(parameter)) {
      for (const use of said) {
        const some = allOf([truthOf(rule, readingsOf(use)), isGuess(use) ? 'maybe' : 'yes'])
        const isTaken = said.length < uses.length || uses.some(isGuess) || isTakenBack(parameter, call)
        const every = isTaken ? 'no' : allOf(said.map((one) => truthOf(rule, readingsOf(one))))
        const isAbout = !isAboutItself(rule) || stopsAt(use, rule, call, lineage)
        const isSure = isAbout && !contested.has(parameter)
        const { index, words } = use
        statements.push({ rule, source: sourceOf(use, rule.note), some, every: isSure ? every : 'maybe', index, words })
      }
    }
  }
  return statements
}

function isDangerous({ effects, unknown, value, harmless }: ParameterRule): boolean {
  return harmless === undefined && (effects !== undefined || unknown === true || value !== undefined)
}

/** An unlisted option may cancel a given one, such as a `-l` that only lists, so every given option may be absent. */
function withUnlisted({ uses, leftovers }: ParsedCall, circumstances: Circumstances): Circumstances {
  if (!leftovers.some(({ reason }) => reason === 'unknown-option')) return circumstances
  const options = new Set(uses.filter(({ kind }) => kind === 'option').map(({ parameter }) => parameter.name))
  return { ...circumstances, absent: (name) => (options.has(name) ? 'maybe' : circumstances.absent(name)) }
}

/** Whether `--no-X` is in argv, even if it is listed as a separate option or not at all. */
function isTakenBack(parameter: Argument | Option, { argv }: ParsedCall): boolean {
  const { flags = [] } = parameter as Partial<Option>
  return flags.some((flag) => {
    const negation = `--no-${flag.slice(2)}`
    return flag.startsWith('--') && !flags.includes(negation) && argv.includes(negation)
  })
}

/** The words; of an address also its percent-decoded form, as the server reads it: `/%64elete` is `/delete`. */
function readingsOf({ parameter, words }: Use): readonly string[] {
  const isNamed = parameter.type === 'url' || parameter['x-atip']?.value?.kind === 'host'
  if (!isNamed || !words.some((word) => word.includes('%'))) return words
  return words.flatMap((word) => [word, percentDecoded(word)])
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}

function isAboutItself({ harmless }: ParameterRule): boolean {
  return harmless === 'help' || harmless === 'version'
}

/**
 * Whether the call only prints help or a version. Some programs take no options after an operand (`kill 4321 --help`),
 * and some print their version and continue: `at -V now`.
 */
function stopsAt(use: Use, { harmless, wins }: ParameterRule, call: ParsedCall, lineage: Lineage): boolean {
  if (harmless === 'version' && isBehindCommand(use, call, lineage)) return false
  const surplus = call.leftovers.filter(({ reason }) => reason === 'unexpected-operand')
  const operands = [...call.uses.filter(({ kind }) => kind === 'argument'), ...surplus]
  if (operands.some(({ index }) => index < use.index)) return false
  const isAlone = operands.length === 0 && !call.argv.includes('--')
  return isAlone || wins === true
}

/**
 * After a command, the tool's `--version` may be an option of that command: `cargo yank --version 1.0.0 serde`. In
 * merged descriptions, the command may list the option, too.
 */
function isBehindCommand({ parameter, index }: Use, { pathEnd }: ParsedCall, [tool]: Lineage): boolean {
  if (pathEnd === 0 || index <= pathEnd) return false
  const { flags } = parameter as Option
  const globals = (tool as AtipTool).globalOptions ?? []
  return globals.some((option) => isVersion(option) && option.flags.some((flag) => flags.includes(flag)))
}

function isVersion(option: Option): boolean {
  return parameterRules(option).some(({ harmless }) => harmless === 'version')
}

/** The rules of a parameter: its own, and its further cases. */
export function parameterRules({ 'x-atip': extension }: Argument | Option): ParameterRule[] {
  return extension === undefined ? [] : [extension, ...(extension.cases ?? [])]
}

/** The rule that makes a call harmless; it must certainly hold. Help and version take precedence over a dry run. */
export function calmingStatement(statements: readonly Statement[], before: number): Statement | undefined {
  const certain = statements.filter(({ every, index }) => every === 'yes' && index < before)
  const byKind = (kind: Harmless) => certain.find(({ rule }) => rule.harmless === kind)
  return byKind('help') ?? byKind('version') ?? byKind('dry-run')
}

/** The circumstances for the conditions of a command. `isOpen`: an opaque word may be any parameter. */
export function circumstancesOf(call: ParsedCall, lineage: Lineage, isOpaque: Opacity, isOpen = false): Circumstances {
  const known = givenIn(call, lineage)
  const given = isOpen ? (name: string) => (known(name) === 'yes' ? 'yes' : 'maybe') : known
  return {
    words: [],
    given,
    absent: (name) => opposite(given(name)),
    valuesOf: (name) => call.uses.filter(({ parameter }) => parameter.name === name).flatMap(({ words }) => words),
    isOpaque: (word) => isOpaque(word) !== false,
    isPartly: (word) => isOpaque(word) === 'part',
  }
}

/**
 * A parameter counts as given unless it was switched off. If it was switched on and off, or shares its name, it is
 * `maybe`.
 */
function givenIn(call: ParsedCall, lineage: Lineage): (name: string) => Truth {
  const command = lineage[lineage.length - 1] as { arguments?: Argument[]; options?: Option[] }
  const shared = new Set(command.options?.map(({ name }) => name))
  const doubtful = new Set(command.arguments?.map(({ name }) => name).filter((name) => shared.has(name)))
  const contested = contestedIn(call)
  const states = new Map<string, Truth>()
  for (const use of call.uses) {
    const { name } = use.parameter
    const isDoubtful = doubtful.has(name) || isGuess(use) || contested.has(use.parameter)
    const state = isDoubtful ? 'maybe' : isSaid(use) ? 'yes' : 'no'
    const before = states.get(name)
    states.set(name, before === undefined || before === state ? state : 'maybe')
  }
  return (name) => states.get(name) ?? 'no'
}

/** The given options that share a mode with another: `xz -t -z` compresses, since the last one counts. */
function contestedIn({ uses }: ParsedCall): ReadonlySet<Use['parameter']> {
  const given = [...new Set(uses.map(({ parameter }) => parameter))].filter(({ 'x-atip': facts }) => facts?.mode)
  const isContested = (one: Use['parameter']) =>
    given.some((other) => other !== one && other['x-atip']!.mode === one['x-atip']!.mode)
  return new Set(given.filter(isContested))
}

function byParameter(uses: readonly Use[]): Map<Argument | Option, Use[]> {
  const grouped = new Map<Argument | Option, Use[]>()
  for (const use of uses) {
    const list = grouped.get(use.parameter)
    if (list === undefined) grouped.set(use.parameter, [use])
    else list.push(use)
  }
  return grouped
}

/** `-Alist` may be `-A -l -i -s -t`, or `-A` with a value: such letters add danger and take none away. */
function isGuess(use: Use): boolean {
  return use.kind === 'option' && use.isGuess === true
}

function isSaid({ value }: Use): boolean {
  return value !== false
}

export function sourceOf(use: Use, note?: string): EffectSource {
  const { name } = use.parameter
  if (use.kind === 'argument') return { kind: 'argument', name }
  // A bare value has no flag but itself: `kill -9`.
  const flag = use.flag === '-' ? `-${use.words.join('')}` : use.flag
  return { kind: 'option', name, flag, ...(note !== undefined && { note }) }
}
