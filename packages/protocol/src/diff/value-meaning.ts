import type { StdinMeaning, ValueMeaning } from '../x-atip.js'

/** Whether the second lets a value do something that the first did not. */
export function addsPower(before: readonly ValueMeaning[], after: readonly ValueMeaning[]): boolean {
  const known = new Set(before.flatMap(powersOf))
  return after.flatMap(powersOf).some((power) => !known.has(power))
}

export function hasPower(meanings: readonly ValueMeaning[]): boolean {
  return addsPower([], meanings)
}

/** What a value can bring about. Reading a file, naming a host and carrying a secret do no harm by themselves. */
function powersOf(meaning: ValueMeaning): string[] {
  switch (meaning.kind) {
    case 'path':
      return meaning.access.filter((access) => access !== 'read')
    case 'command':
      return [`run ${meaning.where ?? 'here'}`]
    case 'code':
      return ['run here']
    case 'environment':
      return ['set the environment']
    case 'host':
    case 'secret':
      return []
    // A kind of a later version.
    default:
      return ['unknown']
  }
}

/** Whether standard input is run, or handed to what is run, where it was not before. */
export function addsStdinPower(before: StdinUse, after: StdinUse): boolean {
  const known = new Set(listed(before).map(({ kind }) => kind))
  return listed(after).some(({ kind }) => (kind === 'code' || kind === 'arguments') && !known.has(kind))
}

type StdinUse = StdinMeaning | StdinMeaning[] | undefined

function listed(stdin: StdinUse): StdinMeaning[] {
  return stdin === undefined ? [] : Array.isArray(stdin) ? stdin : [stdin]
}
