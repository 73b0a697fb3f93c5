import { inheritedEffects, type InheritOptions } from '../effects/inherit.js'
import { EFFECT_FIELDS, fieldOf, type EffectField } from '../effects/fields.js'
import { NO_EFFECTS, worsen, worst } from '../effects/worst.js'
import { findCommand, type CommandNode, type Lineage } from '../tree.js'
import type { AtipTool, Effects } from '../types.js'
import type { CommandRule, Harmless, StdinMeaning } from '../x-atip.js'
import type { Leftover, ParsedCall, Use } from './call.js'
import { holds, type Truth } from './condition.js'
import { meaningsOf, type PathUse, type Run } from './meanings.js'

export interface EffectsOfOptions extends InheritOptions {
  /** Whether a word stands for something that is known only when the line runs, such as `$FILE`. Default: none does. */
  isOpaque?: (word: string) => boolean
}

/** What this very call does, and how that is known. */
export interface CallEffects {
  effects: Effects
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

export type EffectSource =
  | { kind: 'tool' }
  | { kind: 'command'; path: string[] }
  | { kind: 'option'; name: string; flag: string }
  | { kind: 'argument'; name: string }

interface Statement {
  rule: CommandRule
  source: EffectSource
  truth: Truth
}

/**
 * The effects of a parsed call: the command's own, worsened by every option and argument that says so. What the
 * metadata does not explain takes every claim of safety away, unless it says that unlisted words have no effect.
 */
export function effectsOf(tool: AtipTool, call: ParsedCall, options: EffectsOfOptions = {}): CallEffects {
  const { isOpaque = () => false } = options
  const node = findCommand(tool, call.path)
  const given = new Set(call.uses.filter(isSaid).map(({ parameter }) => parameter.name))
  const truthOf = (rule: { when?: CommandRule['when'] }, words: readonly string[]) =>
    holds(rule.when, { words, given, isOpaque })
  const lineage = node?.lineage ?? [tool]
  const statements = [...commandStatements(lineage, call.path, truthOf), ...useStatements(call.uses, truthOf)]
  const doubts = doubtsOf(call.leftovers, lineage)
  const calming = doubts.length > 0 ? undefined : calmingStatement(statements)
  const harmless = calming?.rule.harmless
  const answer = new Answer()
  if (harmless === undefined) declare(answer, lineage, call.path, options)
  else answer.start(atRest(harmless), calming!.source)
  for (const { rule, source, truth } of statements) {
    if (truth === 'no' || rule.effects === undefined) continue
    // A harmless call keeps of its rules only what they say remains.
    if (harmless !== undefined && (truth !== 'yes' || rule.harmless !== harmless)) continue
    // What a dry run leaves of the effects is not added to a call that is none.
    if (harmless === undefined && rule.harmless !== undefined) continue
    answer.add(rule.effects, source)
  }
  if (doubts.length > 0 || node === undefined) answer.doubt()
  const isSilent = harmless === 'help' || harmless === 'version'
  const { runs, paths } = isSilent ? { runs: [], paths: [] } : meaningsOf(call.uses, truthOf)
  const stdin = isSilent ? undefined : stdinOf(node, truthOf)
  return { ...answer.result(), ...(harmless && { harmless }), runs, paths, stdin, doubts }
}

/** A parameter counts as given unless it was switched off. */
function isSaid({ value }: Use): boolean {
  return value !== false
}

function commandStatements(
  lineage: Lineage,
  path: string[],
  truthOf: (rule: CommandRule, words: string[]) => Truth,
): Statement[] {
  return lineage.flatMap((node, depth) => {
    const source: EffectSource = depth === 0 ? { kind: 'tool' } : { kind: 'command', path: path.slice(0, depth) }
    return (node['x-atip']?.cases ?? []).map((rule) => ({ rule, source, truth: truthOf(rule, []) }))
  })
}

function useStatements(uses: readonly Use[], truthOf: (rule: CommandRule, words: string[]) => Truth): Statement[] {
  return uses.filter(isSaid).flatMap((use) => {
    const extension = use.parameter['x-atip']
    if (extension === undefined) return []
    const { name } = use.parameter
    const source: EffectSource =
      use.kind === 'option' ? { kind: 'option', name, flag: use.flag } : { kind: 'argument', name }
    return [extension, ...(extension.cases ?? [])].map((rule) => ({ rule, source, truth: truthOf(rule, use.words) }))
  })
}

/** Only what certainly holds makes a call harmless. Help and version beat a dry run: nothing else is looked at. */
function calmingStatement(statements: readonly Statement[]): Statement | undefined {
  const certain = statements.filter(({ truth }) => truth === 'yes')
  const byKind = (kind: Harmless) => certain.find(({ rule }) => rule.harmless === kind)
  return byKind('help') ?? byKind('version') ?? byKind('dry-run')
}

function atRest(harmless: Harmless): Effects {
  const reads = harmless === 'dry-run'
  return { ...NO_EFFECTS, filesystem: { ...NO_EFFECTS.filesystem, read: reads } }
}

/** A missing operand is the tool's own usage error; everything else that is left over may change what it does. */
function doubtsOf(leftovers: readonly Leftover[], lineage: Lineage): Leftover[] {
  const unlisted = lineage.findLast((node) => node['x-atip']?.unlisted !== undefined)?.['x-atip']?.unlisted
  return leftovers.filter(({ reason }) => {
    if (reason === 'missing-argument') return false
    return unlisted !== 'no-effect' || (reason !== 'unknown-option' && reason !== 'unexpected-operand')
  })
}

function declare(answer: Answer, lineage: Lineage, path: string[], options: InheritOptions): void {
  answer.start(inheritedEffects(lineage, options), { kind: 'tool' })
  for (const [depth, { effects }] of lineage.entries()) {
    if (effects === undefined || depth === 0) continue
    for (const field of EFFECT_FIELDS) {
      if (fieldOf(effects, field) !== undefined) answer.sources[field] = { kind: 'command', path: path.slice(0, depth) }
    }
  }
}

function stdinOf(node: CommandNode | undefined, truthOf: (rule: StdinMeaning, words: string[]) => Truth) {
  const stated = node?.lineage.findLast((level) => level['x-atip']?.stdin !== undefined)?.['x-atip']?.stdin
  const meanings = stated === undefined ? [] : Array.isArray(stated) ? stated : [stated]
  // Where it cannot be known, the worst reading counts: code before data.
  const possible = meanings.filter((meaning) => truthOf(meaning, []) !== 'no')
  return possible.find(({ kind }) => kind === 'code') ?? possible[0]
}

/** Effects under construction, with the origin of each field. */
class Answer {
  effects: Effects = {}
  sources: Partial<Record<EffectField, EffectSource>> = {}

  start(effects: Effects, source: EffectSource): void {
    this.effects = effects
    for (const field of EFFECT_FIELDS) if (fieldOf(effects, field) !== undefined) this.sources[field] = source
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

  result(): Pick<CallEffects, 'effects' | 'sources'> {
    return { effects: this.effects, sources: this.sources }
  }
}
