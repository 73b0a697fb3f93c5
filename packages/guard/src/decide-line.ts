import type { Effects, PathAccess } from '@atip/protocol/calls'
import { deletesFound } from './facts/sample-name.js'
import { NotLoaded, untilLoaded } from './late.js'
import { worstDecision, type Decision, type LineFinding } from './line/finding.js'
import { judgeSafely } from './line/judge-safely.js'
import { disk, type LineOptions } from './line/line-walk.js'
import { absoluteOf } from './policy/match-path.js'
import { inOrder, ruleOn, type RulingContext } from './policy/decide.js'
import type { ProgramEvidence } from './policy/demands.js'
import { brokenReason, reasonOf, ruleNameOf, ruleUsed, type RuleUsed } from './policy/explain.js'
import { knowledgeOf, type DescriptionOrigin } from './policy/description-origin.js'
import { modesOf } from './policy/modes.js'
import { losesOnlyFiles } from './policy/edits.js'
import { canBeAllowed, suggestionFor, type RuleSuggestion } from './policy/suggest.js'
import { suggestTogether } from './policy/suggest-together.js'
import { purposeOf } from './rules/sentences.js'
import { comesFrom } from './shell/word.js'
import { isBroken, type LoadedPolicy, type Mode, type Policy } from './policy/types.js'

export interface DecideOptions extends Omit<LineOptions, 'samplesNames'> {
  /** As `loadPolicies` gives them. */
  policies?: readonly LoadedPolicy[]
  mode?: Mode | undefined
  /** What is known about programs beside their descriptions, for policies that demand it. */
  evidence?: ProgramEvidence | undefined
  /** Whether to suggest rules, which takes a while. The default is true. */
  suggests?: boolean
}

export interface LineDecision {
  decision: Decision
  modes: Mode[]
  /** One for each thing that the line does, in the order in which it was found. */
  commands: CommandDecision[]
}

/** The decision on one simple command, or on something that the line does beside its commands. */
export interface CommandDecision {
  decision: Decision
  /** The rule that decided, for machines: a built-in rule, `policy`, `untrusted-repository`, `mode-plan`, … */
  rule: string
  /** A sentence for the user. */
  reason: string
  argv: string[]
  /** Its range in the line; for nested commands, the range of the outer one. */
  span: { start: number; end: number } | undefined
  /** It is inside of the text at the span: a line in quotes, the command of a wrapper. */
  isInside: boolean
  /** The purpose of the command, by its description. */
  about?: string
  effects: Effects
  /** The files it names, reads or changes. */
  files: FileUse[]
  knowledge: DescriptionOrigin
  /** The decision without any policy. */
  builtIn: { decision: Decision; rule: string }
  /** The rule of a policy that decided, if one did. */
  policy?: RuleUsed
  /** A rule that would allow this in future; only if no policy has decided. */
  suggestion?: RuleSuggestion
  /** It is denied, and no rule of a policy can allow it. */
  isFinal?: true
}

export interface FileUse {
  /** Absolute, perhaps a pattern; undefined if it is known only when the line runs. */
  path: string | undefined
  /** Undefined if only its type says that it is a path. */
  access: PathAccess[] | undefined
}

/** Judges what a shell line will do, and decides whether it may run, by the built-in rules and by policies. */
export function decideLine(line: string, options: DecideOptions): Promise<LineDecision> {
  return untilLoaded(() => decideLineNow(line, options))
}

/** The same for callers that wait themselves: throws `NotLoaded` if a module has to be loaded first. */
export function decideLineNow(line: string, options: DecideOptions): LineDecision {
  return decideFindings((samplesNames) => judgeSafely(line, { ...options, samplesNames }), line.length, options)
}

/**
 * Applies policies and the mode to findings; `length` is that of the judged text. `find` is called with true to use one
 * name in place of all that a program lists.
 */
export function decideFindings(
  find: (samplesNames: boolean) => LineFinding[],
  length: number,
  options: DecideOptions,
): LineDecision {
  const { cwd, home, mode, suggests = true, evidence } = options
  const broken = options.policies?.find(isBroken)
  const policies = inOrder((options.policies ?? []).filter((policy): policy is Policy => !isBroken(policy)))
  const modes = modesOf(policies, mode)
  if (broken !== undefined) return denied(length, 'policy-broken', brokenReason(broken), modes)
  const circumstances: RulingContext = { policies, modes, cwd, home, ...(evidence && { evidence }) }
  let commands: CommandDecision[]
  try {
    const decideAll = (found: readonly LineFinding[]) => {
      const each = found.map((finding) =>
        withHits(decided(finding, circumstances, suggests), finding, circumstances, options),
      )
      const kept = [...found.keys()].filter((index) => !isIdle(found[index]!, found, each))
      const findings = kept.map((index) => found[index]!)
      const decisions = kept.map((index) => each[index]!)
      return { findings, commands: suggests ? withSuggestions(decisions, findings, home) : decisions }
    }
    const first = decideAll(find(false))
    commands = first.commands
    if (mayDependOnNames(first.findings, commands, modes)) {
      const sampled = decideAll(find(true)).commands
      if (sampled.every(({ decision, rule }) => decision === 'allow' || rule === 'deletes-regenerable'))
        commands = sampled
    }
  } catch (error) {
    if (error instanceof NotLoaded) throw error
    return denied(length, 'check-failed', `the line could not be checked: ${(error as Error).message}`, modes)
  }
  return { decision: worstDecision(commands.map(({ decision }) => decision)), modes: [...modes], commands }
}

/**
 * Modes that trust a project also trust the names of its files, so the line is judged again with one ordinary name. The
 * same applies to deletions: the names of the files may say that they can be regenerated.
 */
function mayDependOnNames(
  findings: readonly LineFinding[],
  commands: readonly CommandDecision[],
  modes: ReadonlySet<Mode>,
): boolean {
  const isTrusting = modes.has('balanced') || modes.has('accept-edits')
  const isOpen = ({ decision, rule, builtIn }: CommandDecision, { isFinal, about, effects }: LineFinding) => {
    if (decision === 'allow') return true
    const isDeleted = rule === 'destructive' && effects?.filesystem?.delete === true
    const isNamed = isDeleted || (isTrusting && decision === 'ask' && rule !== 'reads-secret')
    return isNamed && rule === builtIn.rule && about === 'call' && !isFinal
  }
  const hasNames = findings.some(
    ({ words, facts }) =>
      words.some((word) => comesFrom(word, 'names')) || (facts !== undefined && deletesFound(facts)),
  )
  return hasNames && commands.every((command, index) => isOpen(command, findings[index]!))
}

function decided(finding: LineFinding, circumstances: RulingContext, suggests: boolean): CommandDecision {
  const ruling = ruleOn(finding, circumstances)
  const used = ruleUsed(ruling)
  const { cause } = ruling
  const isOpen =
    ruling.drift === undefined &&
    ruling.decision !== 'allow' &&
    (cause.kind === 'built-in' || (cause.kind === 'mode' && cause.mode === 'headless'))
  const suggestion = isOpen && suggests ? suggestionFor(finding, circumstances.home) : undefined
  const isFinal = isOpen && suggests && finding.decision === 'deny' && !canBeAllowed(finding, circumstances.home)
  return {
    decision: ruling.decision,
    rule: ruleNameOf(ruling, finding),
    reason: reasonOf(ruling, finding),
    argv: finding.argv,
    span: finding.within,
    isInside: finding.span === undefined && finding.within !== undefined,
    ...(ruling.decision !== 'allow' && aboutOf(finding)),
    effects: finding.effects ?? {},
    files: finding.paths.map((one) => fileUse(one, finding, circumstances.home)),
    knowledge: knowledgeOf(finding),
    builtIn: { decision: finding.decision, rule: finding.rule },
    ...(used && { policy: used }),
    ...(suggestion && { suggestion }),
    ...(isFinal && { isFinal }),
  }
}

/** A question about a command in a script that no mode allows: the script is asked about, or a policy allows it. */
function isIdle(finding: LineFinding, all: readonly LineFinding[], decisions: readonly CommandDecision[]): boolean {
  if (finding.isOfScript !== true) return false
  const isHere = (other: LineFinding) => !other.isOfScript && other.within?.start === finding.within?.start
  return !all.some((other, index) => isHere(other) && /^mode-(?:balanced|accept-edits)$/.test(decisions[index]!.rule))
}

/** Replaces the rule for each command by the one that suits the whole line, if there is one. */
function withSuggestions(
  commands: readonly CommandDecision[],
  findings: readonly LineFinding[],
  home: string,
): CommandDecision[] {
  const indexes = [...commands.keys()].filter((index) => commands[index]!.decision !== 'allow')
  const open = indexes.map((index) => ({ finding: findings[index]!, own: commands[index]!.suggestion }))
  const suggested = new Map(suggestTogether(open, home).map((one, at) => [indexes[at]!, one]))
  return commands.map((command, index) => {
    const { suggestion: own, ...rest } = command
    const suggestion = suggested.get(index)
    return suggestion === own ? command : { ...rest, ...(suggestion && { suggestion }) }
  })
}

function fileUse({ path, access }: LineFinding['paths'][number], finding: LineFinding, home: string): FileUse {
  return { path: absoluteOf(path, finding, home), access: access && [...access] }
}

/** Adds what a deletion would hit on this disk. Modes that trust the project allow it if git can restore everything. */
function withHits(
  command: CommandDecision,
  finding: LineFinding,
  { modes, cwd }: RulingContext,
  { home, looksAtDisk }: DecideOptions,
): CommandDecision {
  if (looksAtDisk !== true || command.decision === 'allow' || finding.effects?.filesystem?.delete !== true)
    return command
  const deleted = finding.paths.filter(({ access }) => access?.includes('delete') === true)
  // A count says nothing more about system folders, and takes longer than everything else.
  if (finding.facts?.paths.some(({ kind }) => kind === 'system' || kind === 'device') === true) return command
  const patterns = deleted.flatMap(({ path }) => absoluteOf(path, finding, home) ?? [])
  if (patterns.length === 0 || patterns.length < deleted.length) return command
  const hits = disk().hitsOf(patterns)
  const said = disk().sayHits(hits, finding.cwd)
  if (said === undefined) return command
  const mode = (['accept-edits', 'balanced'] as const).find((one) => modes.has(one))
  const isThere = finding.others === undefined || finding.others.length === 0
  const isOpen = command.rule === 'narrow-loss' && command.decision === 'ask' && !finding.isFinal && isThere
  if (mode !== undefined && isOpen && losesOnlyFiles(finding, cwd, home) && disk().isRecoverable(hits))
    return { ...command, decision: 'allow', rule: `mode-${mode}`, reason: said }
  return { ...command, reason: `${command.reason} (${said})` }
}

function aboutOf({ facts }: LineFinding): { about: string } | undefined {
  const about = facts && purposeOf(facts.tool, facts.call)
  return about === undefined ? undefined : { about }
}

function denied(length: number, rule: string, reason: string, modes: Set<Mode>): LineDecision {
  const command: CommandDecision = {
    decision: 'deny',
    rule,
    reason,
    argv: [],
    span: { start: 0, end: length },
    isInside: false,
    effects: {},
    files: [],
    knowledge: { source: 'none' },
    builtIn: { decision: 'deny', rule },
  }
  return { decision: 'deny', modes: [...modes], commands: [command] }
}
