import { inheritedEffects, type InheritOptions } from '../effects/inherit.js'
import { EFFECT_FIELDS, fieldOf, LIST_FIELDS, replaceField, type EffectField } from '../effects/fields.js'
import { copyEffects, NO_EFFECTS, worsen, worst } from '../effects/worst.js'
import { findCommand, type Lineage } from '../tree.js'
import type { AtipTool, Effects } from '../types/tool.js'
import type { Harmless, StdinMeaning } from '../types/x-atip.js'
import type { Leftover, ParsedCall } from './call.js'
import { meaningsOf, type PathUse, type Run } from './meanings.js'
import { readOpaqueWords } from './opaque.js'
import { calmingStatement, statementsOf, type EffectSource, type Opacity, type Statement } from './statements.js'
import { stdinOf } from './stdin.js'

export interface EffectsOfOptions extends InheritOptions {
  /**
   * Whether a word stands for something that is known only when the line runs, such as `$FILE`: `true` if it may become
   * any number of words, `'word'` if it is certainly one (quoted). Default: none does.
   */
  isOpaque?: Opacity
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
  /** What was not understood and made the answer less certain. */
  doubts: Leftover[]
}

/**
 * The effects of a parsed call: the command's own, worsened by every option and argument that says so. What the
 * metadata does not explain takes every claim of safety away, unless it says that unlisted words have no effect.
 */
export function effectsOf(tool: AtipTool, call: ParsedCall, options: EffectsOfOptions = {}): CallEffects {
  const { isOpaque = () => false } = options
  const node = findCommand(tool, call.path)
  const lineage = node?.lineage ?? [tool]
  const opaque = readOpaqueWords(tool, call, lineage, isOpaque)
  const statements = [...statementsOf(call, lineage, isOpaque), ...(opaque?.statements ?? [])]
  const doubts = [...doubtsOf(call, lineage), ...(opaque?.doubts ?? [])]
  const { runs, paths } = meaningsOf(call.uses, statements)
  // An unknown word may swallow the next one, and what follows a command to run belongs to that command.
  const isTrusted =
    doubts.length === 0 && opaque === undefined && !call.leftovers.some(({ reason }) => reason === 'unknown-option')
  const calming = isTrusted ? calmingStatement(statements, firstRun(runs)) : undefined
  const answer = new Answer()
  if (calming === undefined) answer.declare(lineage, call.path, options)
  else answer.calm(calming, inheritedEffects(lineage, options))
  for (const statement of statements)
    if (counts(statement, calming)) answer.add(effectsSaid(statement, calming), statement.source)
  const isSilent = calming !== undefined && calming.rule.harmless !== 'dry-run'
  const isUnknown = !isSilent && statements.some(({ rule, some }) => rule.unknown === true && some !== 'no')
  if (doubts.length > 0 || node === undefined || isUnknown) answer.doubt()
  const stdin = isSilent ? undefined : stdinOf(lineage, call)
  const executes = paths.some(({ access }) => access?.includes('execute') === true)
  const runsUnknown =
    !isSilent && (runs.length > 0 || executes || stdin?.kind === 'code' || stdin?.kind === 'arguments')
  return {
    effects: runsUnknown ? worst(answer.effects, {}) : answer.effects,
    own: answer.effects,
    ...(calming?.rule.harmless && { harmless: calming.rule.harmless }),
    sources: answer.sources,
    runs: isSilent ? [] : runs,
    paths: isSilent ? [] : paths,
    stdin,
    doubts,
  }
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

/** A missing operand is the tool's own usage error; everything else that is left over may change what it does. */
function doubtsOf({ leftovers, pathEnd }: ParsedCall, lineage: Lineage): Leftover[] {
  const unlisted = lineage.findLast((node) => node['x-atip']?.unlisted !== undefined)?.['x-atip']?.unlisted
  return leftovers.filter(({ reason, index }) => {
    if (reason === 'missing-argument') return false
    // Before the command, an unknown option may have taken the command's name as its value.
    const isCovered = unlisted === 'no-effect' && index > pathEnd
    return !isCovered || (reason !== 'unknown-option' && reason !== 'unexpected-operand')
  })
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
