import type { LineFinding } from '../line/finding.js'
import { staysInProject } from './balanced.js'
import type { RulingContext, Ruling } from './decide.js'
import { isEdit } from './edits.js'
import { MODES, type Mode, type Policy } from './types.js'

/**
 * The strictest mode of all sources; `plan` and `headless` combine. Only sources that may loosen decisions can set a
 * mode that loosens.
 */
export function modesOf(policies: readonly Policy[], stated: Mode | undefined): Set<Mode> {
  const ofPolicies = policies
    .filter(({ source, mode }) => !isLoose(mode) || source === 'org' || source === 'user')
    .flatMap(({ mode }) => mode ?? [])
  const all = [...ofPolicies, ...(stated === undefined ? [] : [stated])]
  const strict = all.filter((mode) => mode === 'plan' || mode === 'headless')
  if (strict.length > 0) return new Set(strict)
  const strictest = all.toSorted((a, b) => MODES.indexOf(b) - MODES.indexOf(a))[0]
  return new Set([strictest ?? 'default'])
}

/** Such modes come before `default` in `MODES`. */
function isLoose(mode: Mode | undefined): boolean {
  return mode !== undefined && MODES.indexOf(mode) < MODES.indexOf('default')
}

export function inMode(ruling: Ruling, finding: LineFinding, { modes, cwd, home }: RulingContext): Ruling {
  if (modes.has('plan') && ruling.decision !== 'deny' && !isHarmless(finding)) {
    return { decision: 'deny', cause: { kind: 'mode', mode: 'plan' } }
  }
  if (modes.has('headless') && ruling.decision === 'ask') {
    return { decision: 'deny', cause: { kind: 'mode', mode: 'headless' } }
  }
  const isOpen = ruling.decision === 'ask' && ruling.cause.kind === 'built-in'
  if (modes.has('accept-edits') && isOpen && wherever(finding, (one) => isEdit(one, cwd, home))) {
    return { decision: 'allow', cause: { kind: 'mode', mode: 'accept-edits' } }
  }
  if (modes.has('balanced') && isOpen && wherever(finding, (one) => staysInProject(one, cwd, home))) {
    return { decision: 'allow', cause: { kind: 'mode', mode: 'balanced' } }
  }
  return ruling
}

/** Checks every folder in which the command may run, because a `cd` before it may have failed. */
function wherever(finding: LineFinding, check: (finding: LineFinding) => boolean): boolean {
  const { cwd, others = [] } = finding
  return [cwd, ...others].every((folder) => check(folder === cwd ? finding : { ...finding, cwd: folder }))
}

/** Known to change nothing; whether it reads a secret is a separate question. */
function isHarmless({ decision, rule, effects }: LineFinding): boolean {
  if (rule === 'ordinary-file' || rule === 'agent-decides') return effects?.filesystem?.write === false
  return decision === 'allow' || rule === 'reads-secret'
}
