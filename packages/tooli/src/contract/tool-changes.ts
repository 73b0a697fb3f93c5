import { isDeepStrictEqual } from 'node:util'
import { values, type SurfaceChange } from './change.js'
import type { Contract } from './contract.js'

/** Changes of the tool as a whole, except those of its description. */
export function* toolChanges(before: Contract, after: Contract): Generator<SurfaceChange> {
  if (before.config !== after.config) {
    const isGone = before.config === true
    const message = isGone
      ? `configuration files are no longer read; callers with values in .${before.name}.json run without them`
      : 'configuration files are read now'
    yield { kind: 'config', path: [], ...values(before.config, after.config), breaking: isGone, message }
  }
  yield* exitCodeChanges(before.exitCodes ?? {}, after.exitCodes ?? {})
  yield* primeChanges(before.prime, after.prime)
}

function* exitCodeChanges(before: Record<string, string>, after: Record<string, string>): Generator<SurfaceChange> {
  for (const code of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[code], after[code]]
    if (old === now) continue
    const message =
      old === undefined
        ? `exit code ${code} is new: ${now}`
        : `exit code ${code} meant ${JSON.stringify(old)} and now means ${JSON.stringify(now ?? 'nothing')}; scripts that act on it go wrong`
    yield { kind: 'exit-code', path: [], ...values(old, now), breaking: old !== undefined, message }
  }
}

function* primeChanges(before: Contract['prime'], after: Contract['prime']): Generator<SurfaceChange> {
  if (isDeepStrictEqual(before, after)) return
  const change = (breaking: boolean, message: string): SurfaceChange => ({
    kind: 'prime',
    path: ['prime'],
    ...values(before, after),
    breaking,
    message,
  })
  if (before === undefined) yield change(false, '"prime" is answered now')
  else if (after === undefined) yield change(true, '"prime" is gone; agents that begin with it fail')
  else if (majorOf(before.version) !== majorOf(after.version)) {
    yield change(true, `"prime" answers in version ${after.version}, not ${before.version}; agents that read it break`)
  } else yield change(false, 'agents are told to prefer or to avoid other commands ("prime")')
}

function majorOf(version: string): string {
  return version.split('.')[0]!
}
