import { isWarnedOf } from '../argv/prints.js'
import type { ParameterRule, Printed, PrintMeaning, StdinMeaning, ValueMeaning } from '../types/x-atip.js'

/** Whether the new meanings let a value do something that the old ones did not. */
export function addsPower(before: readonly ValueMeaning[], after: readonly ValueMeaning[]): boolean {
  const known = new Set(before.flatMap(powersOf))
  return after.flatMap(powersOf).some((power) => !known.has(power))
}

export function hasPower(meanings: readonly ValueMeaning[]): boolean {
  return addsPower([], meanings)
}

/** What a value can cause. Reading a file, naming a host and carrying a secret do no harm by themselves. */
function powersOf(meaning: ValueMeaning): string[] {
  switch (meaning.kind) {
    case 'path':
      return meaning.access.filter((access) => access !== 'read' && access !== 'stat')
    case 'command':
      return [`run ${meaning.where ?? 'here'}`]
    case 'code':
    case 'script':
      return ['run here']
    case 'package':
      return ['install']
    case 'environment':
      return ['set the environment']
    case 'host':
    case 'secret':
    case 'pattern':
    case 'variable':
    case 'filter':
    case 'text':
      return []
    // A kind from a later version.
    default:
      return ['unknown']
  }
}

/** Whether standard input is now run as code, or passed as arguments, and was not before. */
export function addsStdinPower(before: StdinUse, after: StdinUse): boolean {
  const known = new Set(listed(before).map(({ kind }) => kind))
  return listed(after).some(({ kind }) => (kind === 'code' || kind === 'arguments') && !known.has(kind))
}

/** Whether the call now prints a kind that needs a warning, and did not before. */
export function addsPrints(before: PrintUse, after: PrintUse): boolean {
  const known = new Set(listed(before).map(({ kind }) => kind))
  return listed(after).some(({ kind }) => isWarnedOf(kind) && !known.has(kind))
}

/** What a rule says besides effects and meanings. */
export type FurtherFacts = Pick<
  ParameterRule,
  'credential' | 'changes' | 'prints' | 'endless' | 'hidden' | 'reach' | 'loss'
>

const PROMISES: readonly [keyof FurtherFacts, unknown][] = [
  ['credential', true],
  ['reach', 'routine'],
  ['reach', 'project'],
  ['loss', 'narrow'],
]

/** Whether these facts make calls look safer. */
export function isPromise(facts: FurtherFacts): boolean {
  return PROMISES.some(([field, value]) => facts[field] === value)
}

/** Whether facts got worse: a promise is gone, or there is more to warn of. */
export function isWorseFact(before: FurtherFacts, after: FurtherFacts): boolean {
  const losesPromise = PROMISES.some(
    ([field, value]) => before[field] === value && after[field] !== value && after[field] !== 'routine',
  )
  const isOtherIdentity = after.changes !== undefined && after.changes !== before.changes
  const reachesFurther =
    (after.reach === 'beyond' && before.reach !== 'beyond') || (after.hidden === true && before.hidden !== true)
  return (
    losesPromise || isOtherIdentity || reachesFurther || addsPrints(asMeaning(before.prints), asMeaning(after.prints))
  )
}

function asMeaning(kind: Printed | undefined): PrintUse {
  return kind && { kind }
}

type StdinUse = StdinMeaning | StdinMeaning[] | undefined
type PrintUse = PrintMeaning | PrintMeaning[] | undefined

function listed<T>(meanings: T | T[] | undefined): T[] {
  return meanings === undefined ? [] : Array.isArray(meanings) ? meanings : [meanings]
}
