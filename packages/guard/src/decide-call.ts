import { worsenedByClaims, type AtipTool } from '@atip/protocol/calls'
import { decideFindings, type DecideOptions, type LineDecision } from './decide-line.js'
import { factsOf } from './facts/facts-of.js'
import { untilLoaded } from './late.js'
import type { LineFinding } from './line/finding.js'
import { withoutOwnClaim } from './line/judge-safely.js'
import { ruleOnCall, type CallRuling } from './rules/call-rules.js'
import { UNKNOWN_WORDS } from './shell/encoded.js'
import { UNKNOWN } from './shell/stream.js'
import { literal } from './shell/word.js'

/**
 * Decides by the rules for commands whether a call may run that no shell starts, such as a function of an agent. The
 * words are the arguments of the tool, and mean what its description says.
 */
export function decideCall(
  tool: AtipTool,
  words: readonly string[],
  options: Omit<DecideOptions, 'lookup'>,
): Promise<LineDecision> {
  const all = { ...options, lookup: () => undefined }
  return untilLoaded(() => decideFindings(() => [withoutOwnClaim(findingOf(tool, words, all))], 0, all))
}

function findingOf(tool: AtipTool, words: readonly string[], { cwd, home }: DecideOptions): LineFinding {
  const argv = words.map(literal)
  const context = { stdin: UNKNOWN, isPiped: false, isTraced: false, cwd, home }
  const facts = factsOf(argv, tool, context, (found, texts) => worsenedByClaims(found, tool, texts, UNKNOWN_WORDS))
  const isFollowed = facts.found.runs.length > 0 || facts.found.stdin?.kind === 'code'
  const {
    decision,
    rule,
    reason,
    effects = facts.effects,
    isFinal = false,
  } = isFollowed ? RUNS : ruleOnCall(facts, context)
  const said = { decision, rule, reason, effects, isFinal, argv: [...words], span: undefined, within: undefined }
  return {
    ...said,
    about: 'call',
    words: argv,
    facts,
    paths: facts.paths,
    cwd,
    assigned: [],
    built: [],
    copied: [],
    isPlain: true,
    isOfProject: false,
  }
}

/** The commands that a call runs are followed only in shell lines. */
const RUNS: CallRuling = { decision: 'ask', rule: 'unknown-effects', reason: 'runs other commands', effects: {} }
