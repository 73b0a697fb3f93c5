import type { Finding } from '../judge/verdict.js'
import { isSecret } from '../judge/secrets.js'
import type { Circumstances, Ruling } from './decide.js'
import { absoluteOf } from './match-path.js'
import { MODES, type Mode, type Policy } from './types.js'

/**
 * The modes that hold: of what the sources state, the strictest. To plan and to have nobody who could be asked go
 * together. Who may only tighten cannot state the loose one.
 */
export function modesOf(policies: readonly Policy[], stated: Mode | undefined): Set<Mode> {
  const ofPolicies = policies
    .filter(({ source, mode }) => mode !== 'accept-edits' || source === 'org' || source === 'user')
    .flatMap(({ mode }) => mode ?? [])
  const all = [...ofPolicies, ...(stated === undefined ? [] : [stated])]
  const strict = all.filter((mode) => mode === 'plan' || mode === 'headless')
  if (strict.length > 0) return new Set(strict)
  const strictest = all.toSorted((a, b) => MODES.indexOf(b) - MODES.indexOf(a))[0]
  return new Set([strictest ?? 'default'])
}

export function inMode(ruling: Ruling, finding: Finding, { modes, cwd, home }: Circumstances): Ruling {
  if (modes.has('plan') && ruling.decision !== 'deny' && !isHarmless(finding)) {
    return { decision: 'deny', cause: { kind: 'mode', mode: 'plan' } }
  }
  if (modes.has('headless') && ruling.decision === 'ask') {
    return { decision: 'deny', cause: { kind: 'mode', mode: 'headless' } }
  }
  const isOpen = ruling.decision === 'ask' && ruling.cause.kind === 'built-in'
  if (modes.has('accept-edits') && isOpen && isEdit(finding, cwd, home)) {
    return { decision: 'allow', cause: { kind: 'mode', mode: 'accept-edits' } }
  }
  return ruling
}

/** Known to change nothing; that a secret is read is another question. */
function isHarmless({ decision, rule }: Finding): boolean {
  return decision === 'allow' || rule === 'reads-secret'
}

/** Writes files of the project that it names, and does nothing else. */
function isEdit(finding: Finding, root: string | undefined, home: string): boolean {
  const { about, effects, paths, isFinal, assigned, rule } = finding
  if (isFinal || root === undefined || (about !== 'write' && about !== 'call')) return false
  if (rule === 'unknown-program' || (about === 'call' && assigned.length > 0)) return false
  if (effects?.network !== false || effects.destructive !== false || effects.subprocess !== false) return false
  if (effects.filesystem?.delete === true) return false
  const written = paths.filter(({ access }) => access?.includes('read') !== true || access.includes('write'))
  return written.length > 0 && paths.every(({ path }) => isProjectFile(absoluteOf(path, finding, home), root))
}

/** Hidden files decide how tools behave, and what is in .git runs. */
function isProjectFile(path: string | undefined, root: string): boolean {
  if (path === undefined || !path.startsWith(`${root.replace(/\/+$/, '')}/`) || isSecret(path)) return false
  return !path
    .slice(root.length)
    .split('/')
    .some((part) => part.startsWith('.') || /[*?[]/.test(part))
}
