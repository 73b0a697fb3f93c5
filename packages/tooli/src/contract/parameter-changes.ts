import { isDeepStrictEqual } from 'node:util'
import type { Argument, Option } from '@atip/protocol'
import { labelOf, values, type SurfaceChange } from './change.js'
import { defaultOf, schemaOf, surfaceOf } from './parameter-surface.js'
import { inputChanges } from './schema/changes.js'

type AnyParameter = Argument | Option

/** Changes in the value of an argument or option, and in its sources. */
export function* parameterChanges(
  before: AnyParameter,
  after: AnyParameter,
  path: string[],
  owner: string,
): Generator<SurfaceChange> {
  const label = labelOf(before, owner)
  const about = { path, parameter: before.name }
  for (const change of inputChanges(schemaOf(before), schemaOf(after), label)) yield { ...change, ...about }
  yield* defaultChange(defaultOf(before), defaultOf(after), label, about)
  const [old, now] = [surfaceOf(before), surfaceOf(after)]
  if (old.config !== now.config) {
    const [was, is] = [old.config ?? before.name, now.config ?? after.name]
    const key = (name: string | false) => (name === false ? 'no key' : `the key ${JSON.stringify(name)}`)
    const harm = was === false ? '' : '; callers that keep it there run without it'
    const message = `${label} is read from ${key(is)} of configuration files now, not from ${key(was)}${harm}`
    yield { kind: 'config-key', ...about, before: was, after: is, breaking: was !== false, message }
  }
  if (old.mustExist !== now.mustExist) {
    const isNew = now.mustExist === true
    const message = isNew
      ? `${label} must now name something that is there; calls that name something new fail`
      : `${label} may now name something that is not there`
    yield { kind: 'must-exist', ...about, ...values(old.mustExist, now.mustExist), breaking: isNew, message }
  }
  if (old.secret !== now.secret) {
    const isNew = now.secret === true
    const message = isNew
      ? `${label} is a secret now; calls that write its value on the command line fail`
      : `${label} is no longer a secret`
    yield { kind: 'secret', ...about, ...values(old.secret, now.secret), breaking: isNew, message }
  }
  for (const [word, verb] of RELATIONS) {
    const [were, are] = [old[word] ?? [], now[word] ?? []]
    for (const other of are.filter((key) => !were.includes(key))) {
      const message = `${label} ${verb} ${JSON.stringify(other)} now; calls that do not obey that fail`
      yield { kind: word, ...about, ...values(undefined, other), breaking: true, message }
    }
    for (const other of were.filter((key) => !are.includes(key)))
      yield {
        kind: word,
        ...about,
        ...values(other, undefined),
        breaking: false,
        message: `${label} may be given ${word === 'conflicts' ? 'with' : 'without'} ${JSON.stringify(other)} now`,
      }
  }
  for (const word of ['hidden', 'deprecated'] as const) {
    if (old[word] === now[word]) continue
    const message = `${label} is ${now[word] === true ? 'now' : 'no longer'} ${word}`
    yield { kind: word, ...about, ...values(old[word], now[word]), breaking: false, message }
  }
}

const RELATIONS = [
  ['conflicts', 'excludes'],
  ['requires', 'needs'],
] as const

/** A contract states every default, so a missing one was removed; a new one may have existed undeclared. */
function* defaultChange(
  before: unknown,
  after: unknown,
  label: string,
  about: Pick<SurfaceChange, 'path' | 'parameter'>,
): Generator<SurfaceChange> {
  if (isDeepStrictEqual(before, after)) return
  const change = (breaking: boolean, message: string): SurfaceChange => ({
    kind: 'default',
    ...about,
    ...values(before, after),
    breaking,
    message,
  })
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)]
  if (before === undefined) yield change(false, `${label} is ${now} by default now`)
  else if (after === undefined) {
    yield change(true, `${label} no longer has the default ${old}; calls that leave it out do something else`)
  } else yield change(true, `${label} is ${now} by default, not ${old}; calls that leave it out do something else`)
}
