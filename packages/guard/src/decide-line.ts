import { findCommand, type Effects } from '@atip/protocol'
import type { CheckOptions } from './check-line.js'
import { judgeSafely } from './check-line.js'
import { NotLoaded, untilLoaded } from './late.js'
import { worstDecision, type Decision, type Finding } from './judge/verdict.js'
import { inOrder, ruleOn, type Circumstances } from './policy/decide.js'
import { brokenReason, reasonOf, ruleNameOf, ruleUsed, type RuleUsed } from './policy/explain.js'
import { knowledgeOf, type Knowledge } from './policy/knowledge.js'
import { modesOf } from './policy/modes.js'
import { suggestionFor, type Suggestion } from './policy/suggest.js'
import { isBroken, type LoadedPolicy, type Mode, type Policy } from './policy/types.js'

export interface DecideOptions extends CheckOptions {
  /** As `loadPolicies` gives them. */
  policies?: readonly LoadedPolicy[]
  mode?: Mode | undefined
  /** Whether rules are suggested, which takes a while; they are by default. */
  suggests?: boolean
}

export interface LineDecision {
  decision: Decision
  modes: Mode[]
  /** One for each thing the line does, in the order in which it was found. */
  commands: CommandDecision[]
}

/** What is decided about one simple command, or about something the line does beside its commands. */
export interface CommandDecision {
  decision: Decision
  /** What decided, for machines: a built-in rule, `policy`, `untrusted-repository`, `mode-plan`, … */
  rule: string
  /** A sentence for people. */
  reason: string
  argv: string[]
  /** Where it stands in the line; of what is inside of a command, where that stands. */
  span: { start: number; end: number } | undefined
  /** It is inside of what the span shows: a line in quotes, the command of a wrapper. */
  isInside: boolean
  /** What the command is for, by its description. */
  about?: string
  effects: Effects
  knowledge: Knowledge
  /** What would be decided without any policy. */
  builtIn: { decision: Decision; rule: string }
  /** The rule of a policy that decided, if one did. */
  policy?: RuleUsed
  /** A rule that would allow this from now on; only where a person is asked, or nobody can be. */
  suggestion?: Suggestion
}

/** What a shell line will do, and whether it may run, by the built-in rules and by policies. */
export function decideLine(line: string, options: DecideOptions): Promise<LineDecision> {
  return untilLoaded(() => decideLineNow(line, options))
}

/** The same for callers that wait themselves: throws `NotLoaded` where a module has to be loaded first. */
export function decideLineNow(line: string, options: DecideOptions): LineDecision {
  const { cwd, home, mode, suggests = true } = options
  const broken = options.policies?.find(isBroken)
  const policies = inOrder((options.policies ?? []).filter((policy): policy is Policy => !isBroken(policy)))
  const modes = modesOf(policies, mode)
  if (broken !== undefined) return denied(line, 'policy-broken', brokenReason(broken), modes)
  const circumstances: Circumstances = { policies, modes, cwd, home }
  let commands: CommandDecision[]
  try {
    commands = judgeSafely(line, options).map((finding) => decided(finding, circumstances, suggests))
  } catch (error) {
    if (error instanceof NotLoaded) throw error
    return denied(line, 'check-failed', `the line could not be checked: ${(error as Error).message}`, modes)
  }
  return { decision: worstDecision(commands.map(({ decision }) => decision)), modes: [...modes], commands }
}

function decided(finding: Finding, circumstances: Circumstances, suggests: boolean): CommandDecision {
  const ruling = ruleOn(finding, circumstances)
  const used = ruleUsed(ruling)
  const { cause } = ruling
  const isOpen =
    cause.kind === 'built-in' ? ruling.decision === 'ask' : cause.kind === 'mode' && cause.mode === 'headless'
  const suggestion = isOpen && suggests ? suggestionFor(finding, circumstances.home) : undefined
  return {
    decision: ruling.decision,
    rule: ruleNameOf(ruling, finding),
    reason: reasonOf(ruling, finding),
    argv: finding.argv,
    span: finding.within,
    isInside: finding.span === undefined && finding.within !== undefined,
    ...(ruling.decision !== 'allow' && aboutOf(finding)),
    effects: finding.effects ?? {},
    knowledge: knowledgeOf(finding),
    builtIn: { decision: finding.decision, rule: finding.rule },
    ...(used && { policy: used }),
    ...(suggestion && { suggestion }),
  }
}

function aboutOf({ tool, call }: Finding): { about: string } | undefined {
  const command = tool === undefined || call === undefined ? undefined : findCommand(tool, call.path)?.command
  const about = command?.description ?? tool?.description
  return about === undefined ? undefined : { about }
}

function denied(line: string, rule: string, reason: string, modes: Set<Mode>): LineDecision {
  const command: CommandDecision = {
    decision: 'deny',
    rule,
    reason,
    argv: [],
    span: { start: 0, end: line.length },
    isInside: false,
    effects: {},
    knowledge: { source: 'none' },
    builtIn: { decision: 'deny', rule },
  }
  return { decision: 'deny', modes: [...modes], commands: [command] }
}
