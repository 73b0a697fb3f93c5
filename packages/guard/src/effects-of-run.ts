import { NO_EFFECTS, worst, type Effects, type Run } from '@atip/protocol'
import { codeReaders, judgeLine, type LineOptions } from './judge/line.js'
import type { Decision } from './judge/verdict.js'

/** What a shell line or code comes to, where a command runs it in turn: for `effectsOfArgv`. */
export function effectsOfRun(run: Run, options: LineOptions): Effects | undefined {
  if (run.kind === 'code') return effectsOfDecision(codeReaders().judgeCode(run.language, run.text).decision)
  if (run.kind !== 'shell' || run.where !== 'here') return undefined
  const verdicts = judgeLine(run.text, options)
  return worst(...verdicts.map(({ effects, decision }) => effects ?? effectsOfDecision(decision)))
}

/** Where only a decision is known: code that computes, code that destroys, and everything else. */
function effectsOfDecision(decision: Decision): Effects {
  if (decision === 'allow') return { ...NO_EFFECTS, filesystem: { ...NO_EFFECTS.filesystem, read: true } }
  return decision === 'deny' ? { destructive: true } : {}
}
