import { inheritedEffects, type InheritOptions } from '../effects/inherit.js'
import { EFFECT_FIELDS, fieldOf, LIST_FIELDS, replaceField, type EffectField } from '../effects/fields.js'
import { changesNothing } from '../effects/read-only.js'
import { copyEffects, NO_EFFECTS, worsen, worst } from '../effects/worst.js'
import { findCommand, type Lineage } from '../tree.js'
import type { AtipTool, Effects } from '../types/tool.js'
import type { Harmless, Incidental, Loss, ParameterRule, Printed, StdinMeaning } from '../types/x-atip.js'
import type { Leftover, ParsedCall } from './call.js'
import { isAddress } from './address.js'
import { meaningsOf, type PathUse, type Run } from './meanings.js'
import { lossOf } from './loss.js'
import { nearest } from './nearest.js'
import { readFurtherOperands, readOpaqueWords } from './opaque.js'
import { isWarnedOf, printsOf } from './prints.js'
import { reachOf, type KeptReach } from './reach.js'
import {
  calmingStatement,
  circumstancesOf,
  sourceOf,
  statementsOf,
  type EffectSource,
  type Opacity,
  type Statement,
} from './statements.js'
import { stdinOf } from './stdin.js'
import { doubtsOf, otherReadings } from './unlisted.js'
import { unplacedChanges } from './unplaced.js'

export interface EffectsOfOptions extends InheritOptions {
  /**
   * Whether a word is known only when the line runs, such as `$FILE`: `true` if it may become any number of words,
   * `'word'` if it is certainly one (quoted), `'part'` if it is one with a known beginning that is not an option.
   * Default: every word is known.
   */
  isOpaque?: Opacity
  /**
   * Whether a word may expand to several, such as `src/*.txt`; the others become later operands. Default: no word does.
   */
  isSeveral?: (word: string) => boolean
}

/** What a call does, and how that is known. */
export interface CallEffects {
  /** The effects of the whole call. If it runs something in turn, no field claims to be safe. */
  effects: Effects
  /** The call's own effects, without those of what it runs: for callers that judge `runs` and `stdin` themselves. */
  own: Effects
  /** Set if the call only shows help, the version or what it would do, whatever else it contains. */
  harmless?: Harmless
  /** For each known field, what stated it last. */
  sources: Partial<Record<EffectField, EffectSource>>
  /** Commands and code that the call runs in turn; their effects come on top. */
  runs: Run[]
  paths: PathUse[]
  stdin: StdinMeaning | undefined
  /** What it prints, if known. */
  prints?: Printed
  /** The service that it contacts as the logged-in user. */
  account?: string
  /** What its options change about that: the identity or the endpoint. */
  changes?: Change[]
  /** Paths and hosts that it uses only for itself, such as a cache; not part of `effects`. */
  incidental?: Incidental
  /** It runs until it is stopped. */
  endless?: boolean
  /** True if it finds or searches hidden or ignored files, too; false if it searches whole folders without them. */
  hidden?: boolean
  /** It runs what the configuration of a repository names, such as hooks. */
  repository?: boolean
  /**
   * Everything it changes, fetches and runs belongs to the project, and nothing states that it is destructive. The
   * caller judges `runs` and `paths`.
   */
  reach?: KeptReach
  /** It is destructive, but only one local, named, ordinary thing is lost. */
  loss?: Loss
  /** Sources that change files without naming one. Options that an opaque word may turn out to be are not included. */
  unplaced?: EffectSource[]
  /** What was not understood and made the answer less certain. */
  doubts: Leftover[]
}

type Change = NonNullable<ParameterRule['changes']>

/**
 * The effects of a parsed call: those of the command, worsened by every option and argument that states worse. Words
 * that the metadata does not explain revoke every claim of safety, unless it says that unlisted words have no effect.
 */
export function effectsOf(tool: AtipTool, call: ParsedCall, options: EffectsOfOptions = {}): CallEffects {
  const found = effectsOfReading(tool, call, options)
  if (found.doubts.length > 0) return found
  const others = otherReadings(tool, call).map((other) => effectsOfReading(tool, other, options))
  return others.reduce(worseReading, found)
}

/**
 * Combines two readings of a call: what either states counts. Promises of the first are dropped if the second does
 * more.
 */
function worseReading(one: CallEffects, other: CallEffects): CallEffects {
  const own = worst(one.own, other.own)
  const isWorse = EFFECT_FIELDS.some((field) => String(fieldOf(own, field)) !== String(fieldOf(one.own, field)))
  const { harmless, prints, reach, loss, ...rest } = one
  const isWarned = other.prints !== undefined && isWarnedOf(other.prints)
  const changes = [...new Set([...(one.changes ?? []), ...(other.changes ?? [])])]
  // The other reading has fewer operands, so its command may seem to name no file: only its options count here.
  const further = other.unplaced?.filter(({ kind }) => kind === 'option') ?? []
  const unplaced = [...(one.unplaced ?? []), ...further]
  return {
    ...rest,
    effects: worst(one.effects, other.effects),
    own,
    runs: [...one.runs, ...other.runs],
    paths: [...one.paths, ...other.paths],
    stdin: one.stdin ?? other.stdin,
    doubts: [...one.doubts, ...other.doubts],
    ...(!isWorse && { ...(harmless && { harmless }), ...(prints && { prints }) }),
    ...(!isWorse && { ...(reach && { reach }), ...(loss && { loss }) }),
    ...(isWarned && { prints: other.prints }),
    ...(changes.length > 0 && { changes }),
    ...(unplaced.length > 0 && { unplaced }),
  }
}

function effectsOfReading(tool: AtipTool, call: ParsedCall, options: EffectsOfOptions): CallEffects {
  const { isOpaque = () => false, isSeveral = () => false } = options
  const node = findCommand(tool, call.path)
  const lineage = node?.lineage ?? [tool]
  const opaque = readOpaqueWords(tool, call, lineage, isOpaque)
  const further = readFurtherOperands(call, lineage, isSeveral, isOpaque)
  const given = [...statementsOf(call, lineage, isOpaque), ...further.statements]
  const statements = [...given, ...(opaque?.statements ?? [])]
  const doubts = [...doubtsOf(tool, call, lineage), ...(opaque?.doubts ?? []), ...further.doubts]
  const { runs: own, paths } = meaningsOf(call, statements)
  const runs = [...own, ...nextRun(call)]
  // An unknown option may take the next word as its value, and words after a command to run belong to that command.
  const isTrusted =
    doubts.length === 0 && opaque === undefined && !call.leftovers.some(({ reason }) => reason === 'unknown-option')
  const said = isTrusted ? calmingStatement(statements, firstRun(own)) : undefined
  const isRevoked = said !== undefined && (statements.some((one) => revokes(one, said)) || leaves(said, paths))
  const calming = isRevoked ? undefined : said
  const answer = new Answer()
  if (calming === undefined) answer.declare(lineage, call.path, options)
  else answer.calm(calming, inheritedEffects(lineage, options))
  const declared = { effects: answer.effects, source: answer.sources['filesystem.write'] ?? { kind: 'tool' as const } }
  const saidBy = (one: Statement) => (counts(one, calming) ? effectsSaid(one, calming) : undefined)
  for (const statement of statements) {
    const effects = saidBy(statement)
    if (effects !== undefined) answer.add(effects, statement.source)
  }
  const isSilent = calming !== undefined && calming.rule.harmless !== 'dry-run'
  // Many programs accept an address in place of a file.
  const address = isSilent ? undefined : paths.find(({ path }) => isAddress(path))
  const named = call.uses.find(({ parameter }) => parameter.name === address?.parameter)
  if (named !== undefined) answer.add({ network: true }, sourceOf(named))
  const isUnknown = !isSilent && statements.some(({ rule, some }) => rule.unknown === true && some !== 'no')
  const isUnderstood = doubts.length === 0 && node !== undefined
  if (!isUnderstood || isUnknown) answer.doubt()
  const circumstances = circumstancesOf(call, lineage, isOpaque, opaque !== undefined)
  const stdin = isSilent ? undefined : stdinOf(lineage, circumstances)
  const prints = isSilent
    ? calming.rule.prints
    : printsOf(lineage, call, statements, circumstances, isTrusted && !isUnknown)
  const isTame = !isSilent && isUnderstood && answer.effects.destructive !== true
  const reach = isTame ? reachOf(lineage, statements) : undefined
  const loss = calming === undefined && isUnderstood && !isUnknown ? lossOf(lineage, statements) : undefined
  const unplaced = unplacedChanges(declared, given, paths, saidBy)
  const executes = paths.some(({ access }) => access?.includes('execute') === true)
  const runsUnknown =
    call.next !== undefined ||
    (!isSilent && (runs.length > 0 || executes || stdin?.kind === 'code' || stdin?.kind === 'arguments'))
  return {
    effects: runsUnknown ? worst(answer.effects, {}) : answer.effects,
    own: answer.effects,
    ...(calming?.rule.harmless && { harmless: calming.rule.harmless }),
    sources: answer.sources,
    runs: isSilent ? nextRun(call) : runs,
    paths: isSilent ? [] : paths,
    stdin,
    ...(isSilent ? ofHelp(lineage) : standingFacts(lineage, statements)),
    ...(prints && { prints }),
    ...(reach && { reach }),
    ...(loss && { loss }),
    ...(unplaced.length > 0 && { unplaced }),
    doubts,
  }
}

/** The facts that a command states for every call, and what rules add to them. */
function standingFacts(lineage: Lineage, statements: readonly Statement[]) {
  const possible = statements.filter(({ some }) => some !== 'no').map(({ rule }) => rule)
  const account = nearest(lineage, 'account')
  const incidental = nearest(lineage, 'incidental')
  const changes = [...new Set(possible.flatMap(({ changes: change }) => change ?? []))]
  const endless = possible.some((rule) => rule.endless === true) || nearest(lineage, 'endless') === true
  const hidden = possible.some((rule) => rule.hidden === true) || nearest(lineage, 'hidden')
  return {
    ...(account && { account }),
    ...(changes.length > 0 && { changes }),
    ...(incidental && { incidental }),
    ...(endless && { endless }),
    ...(hidden !== undefined && { hidden }),
    ...(nearest(lineage, 'repository') && { repository: true }),
  }
}

/** A program may keep a log or look for updates even if it only prints its help. */
function ofHelp(lineage: Lineage) {
  const incidental = nearest(lineage, 'incidental')
  return { ...(incidental && { incidental }) }
}

/** Many programs act on one option and print what another asks for: `ccache -s -C` also empties the cache. */
function revokes(statement: Statement, calming: Statement): boolean {
  if (statement === calming) return false
  const { harmless, wins = harmless === 'dry-run' } = calming.rule
  return loadsCode(statement) || (!wins && acts(statement, calming))
}

/** A dry run that promises to use no network does use it if it is given an address: `pprof -text http://host/heap`. */
function leaves({ rule }: Statement, paths: readonly PathUse[]): boolean {
  return rule.harmless === 'dry-run' && rule.effects?.network === false && paths.some(({ path }) => isAddress(path))
}

/** Whether an option changes something. In a dry run, a file that it writes and what it runs are counted anyway. */
function acts({ rule, some, source }: Statement, calming: Statement): boolean {
  if (some === 'no' || source.kind !== 'option' || rule.harmless !== undefined) return false
  const { value, effects } = rule
  const isDryRun = calming.rule.harmless === 'dry-run'
  if (value?.kind === 'command' || value?.kind === 'code') return !isDryRun
  const isOutput = value?.kind === 'path' && value.access.includes('write')
  return effects !== undefined && !(isOutput && isDryRun) && !changesNothing(worsen(NO_EFFECTS, effects))
}

/** Whether an option loads or runs something before anything is printed: `php -d extension=x.so -m`. */
function loadsCode({ rule, some, source }: Statement): boolean {
  if (some === 'no' || source.kind !== 'option') return false
  const { value } = rule
  return rule.unknown === true || (value?.kind === 'path' && value.access.includes('execute'))
}

/** The call after the separator, as something that this call runs. */
function nextRun({ next }: ParsedCall): Run[] {
  if (next === undefined) return []
  const { words, index } = next
  return [{ kind: 'argv', words, where: 'here', parameter: '', index, fromOperand: true }]
}

function firstRun(runs: readonly Run[]): number {
  return Math.min(Infinity, ...runs.filter(({ fromOperand }) => fromOperand).map(({ index }) => index))
}

/** Whether a rule's effects are added. Those of harmless rules are not: `calm` applies the one that counts. */
function counts({ rule, some }: Statement, calming: Statement | undefined): boolean {
  if (some === 'no' || rule.effects === undefined || rule.harmless !== undefined) return false
  return calming === undefined || calming.rule.harmless === 'dry-run'
}

/** In a dry run a rule changes nothing, except that a file the caller names for output is written. */
function effectsSaid({ rule }: Statement, calming: Statement | undefined): Effects {
  const effects = rule.effects!
  if (calming === undefined) return effects
  const { value } = rule
  const isOutput = value?.kind === 'path' && value.access.includes('write')
  return isOutput ? effects : withoutChanges(effects)
}

const CHANGING_FIELDS: readonly EffectField[] = [
  'destructive',
  'reversible',
  'idempotent',
  'filesystem.write',
  'filesystem.delete',
  'cost.billable',
  'cost.estimate',
  ...LIST_FIELDS,
]

function withoutChanges(effects: Effects): Effects {
  const result = copyEffects(effects)
  for (const field of CHANGING_FIELDS) replaceField(result, field, undefined)
  return result
}

/** Effects under construction, with the origin of each field. */
class Answer {
  effects: Effects = {}
  sources: Partial<Record<EffectField, EffectSource>> = {}

  declare(lineage: Lineage, path: string[], options: InheritOptions): void {
    this.start(inheritedEffects(lineage, options), { kind: 'tool' })
    for (const [depth, { effects }] of lineage.entries()) {
      if (effects === undefined || depth === 0) continue
      const source: EffectSource = { kind: 'command', path: path.slice(0, depth) }
      for (const field of EFFECT_FIELDS) if (fieldOf(effects, field) !== undefined) this.sources[field] = source
    }
  }

  /** A dry run keeps what is declared except that it changes nothing; help and version do nothing at all. */
  calm({ rule, source }: Statement, declared: Effects): void {
    const effects = rule.harmless === 'dry-run' ? withoutChanges(declared) : copyEffects(NO_EFFECTS)
    for (const field of CHANGING_FIELDS) replaceField(effects, field, fieldOf(NO_EFFECTS, field))
    for (const field of EFFECT_FIELDS) {
      const remaining = fieldOf(rule.effects ?? {}, field)
      if (remaining !== undefined) replaceField(effects, field, remaining)
    }
    this.start(effects, source)
  }

  add(delta: Effects, source: EffectSource): void {
    const before = this.effects
    this.effects = worsen(before, delta)
    for (const field of EFFECT_FIELDS) {
      if (String(fieldOf(this.effects, field)) !== String(fieldOf(before, field))) this.sources[field] = source
    }
  }

  doubt(): void {
    this.effects = worst(this.effects, {})
    for (const field of EFFECT_FIELDS) if (fieldOf(this.effects, field) === undefined) delete this.sources[field]
  }

  private start(effects: Effects, source: EffectSource): void {
    this.effects = effects
    for (const field of EFFECT_FIELDS) if (fieldOf(effects, field) !== undefined) this.sources[field] = source
  }
}
