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
   * Whether a word stands for something that is known only when the line runs, such as `$FILE`: `true` if it may become
   * any number of words, `'word'` if it is certainly one (quoted), `'part'` if that begins with known text, and is no option.
   * Default: none does.
   */
  isOpaque?: Opacity
  /** Whether a word may become several, such as `src/*.txt`: the others are later operands. Default: none does. */
  isSeveral?: (word: string) => boolean
}

/** What this very call does, and how that is known. */
export interface CallEffects {
  /** The effects of the call as a whole. If it runs something in turn, nothing about that is called safe here. */
  effects: Effects
  /** The call's own effects, without what it runs in turn: for those who judge `runs` and `stdin` themselves. */
  own: Effects
  /** Set if the call only tells something, whatever else it says. */
  harmless?: Harmless
  /** For each known field, what stated it last. */
  sources: Partial<Record<EffectField, EffectSource>>
  /** Commands and code that the call runs in turn; their effects come on top. */
  runs: Run[]
  paths: PathUse[]
  stdin: StdinMeaning | undefined
  /** What it prints, where that is known. */
  prints?: Printed
  /** The service to which it speaks as the user who is logged in. */
  account?: string
  /** What its options change of that: as whom, or to which service, it speaks. */
  changes?: Change[]
  /** What it writes and contacts only for itself; not part of `effects`. */
  incidental?: Incidental
  /** It runs until it is stopped. */
  endless?: boolean
  /** Hidden or ignored files are among those that it finds or searches. False: it searches whole folders without them. */
  hidden?: boolean
  /** It runs what the configuration of a repository names. */
  repository?: boolean
  /**
   * All that it changes, fetches and runs belongs to the project, and it is not stated to be destructive. `runs` and
   * `paths` are for the caller to judge.
   */
  reach?: KeptReach
  /** It is destructive, and all that is lost is one local, named, ordinary thing. */
  loss?: Loss
  /** What changes files and names none of them. Options that a word may become when the line runs are not among it. */
  unplaced?: EffectSource[]
  /** What was not understood and made the answer less certain. */
  doubts: Leftover[]
}

type Change = NonNullable<ParameterRule['changes']>

/**
 * The effects of a parsed call: the command's own, worsened by every option and argument that says so. What the
 * metadata does not explain takes every claim of safety away, unless it says that unlisted words have no effect.
 */
export function effectsOf(tool: AtipTool, call: ParsedCall, options: EffectsOfOptions = {}): CallEffects {
  const found = effectsOfReading(tool, call, options)
  if (found.doubts.length > 0) return found
  const others = otherReadings(tool, call).map((other) => effectsOfReading(tool, other, options))
  return others.reduce(worseReading, found)
}

/** Whatever one of two readings says counts. What the first one promises does not, if the other does more. */
function worseReading(one: CallEffects, other: CallEffects): CallEffects {
  const own = worst(one.own, other.own)
  const isWorse = EFFECT_FIELDS.some((field) => String(fieldOf(own, field)) !== String(fieldOf(one.own, field)))
  const { harmless, prints, reach, loss, ...rest } = one
  const isWarned = other.prints !== undefined && isWarnedOf(other.prints)
  const changes = [...new Set([...(one.changes ?? []), ...(other.changes ?? [])])]
  // Where a word is no operand, the command itself names fewer files: that is for the first reading to say.
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
  // An unknown word may swallow the next one, and what follows a command to run belongs to that command.
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
  // Many programs take an address where they take a file.
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

/** What holds of a command whatever else is said, and what rules add to that. */
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

/** Many programs do what one option says and tell what another asks: `ccache -s -C` empties the cache. */
function revokes(statement: Statement, calming: Statement): boolean {
  if (statement === calming) return false
  const { harmless, wins = harmless === 'dry-run' } = calming.rule
  return loadsCode(statement) || (!wins && acts(statement, calming))
}

/** What is said to stay on the machine does not, if it is given an address: `pprof -text http://host/heap`. */
function leaves({ rule }: Statement, paths: readonly PathUse[]): boolean {
  return rule.harmless === 'dry-run' && rule.effects?.network === false && paths.some(({ path }) => isAddress(path))
}

/** An option that changes something. A file that it writes, and what it runs, is counted in a dry run anyway. */
function acts({ rule, some, source }: Statement, calming: Statement): boolean {
  if (some === 'no' || source.kind !== 'option' || rule.harmless !== undefined) return false
  const { value, effects } = rule
  const isDryRun = calming.rule.harmless === 'dry-run'
  if (value?.kind === 'command' || value?.kind === 'code') return !isDryRun
  const isOutput = value?.kind === 'path' && value.access.includes('write')
  return effects !== undefined && !(isOutput && isDryRun) && !changesNothing(worsen(NO_EFFECTS, effects))
}

/** It loads or runs something before anything is told: `php -d extension=x.so -m`. */
function loadsCode({ rule, some, source }: Statement): boolean {
  if (some === 'no' || source.kind !== 'option') return false
  const { value } = rule
  return rule.unknown === true || (value?.kind === 'path' && value.access.includes('execute'))
}

/** The further call, as one that this call runs. */
function nextRun({ next }: ParsedCall): Run[] {
  if (next === undefined) return []
  const { words, index } = next
  return [{ kind: 'argv', words, where: 'here', parameter: '', index, fromOperand: true }]
}

function firstRun(runs: readonly Run[]): number {
  return Math.min(Infinity, ...runs.filter(({ fromOperand }) => fromOperand).map(({ index }) => index))
}

/** Whether a rule's effects are added. Of the harmless rules, only the one that calms the call says what remains. */
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
