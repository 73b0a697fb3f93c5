import { environmentTable, perTable, type EnvironmentTable } from './tables.js'

/** What it does to set a variable for a command. Undefined: it is not known. */
export type VariableMeaning =
  | { kind: 'harmless' | 'shell-line' | 'expanded' }
  /** `why`: where a value leads a program, for people: `loads a library`. */
  | { kind: 'code'; why: string }

/** Without a value: what the worst value does. */
export function meaningOfVariable(
  name: string,
  value?: string,
  table: EnvironmentTable = environmentTable(),
): VariableMeaning | undefined {
  // So shells hand functions on, and old ones ran what came after them.
  if (value !== undefined && /^\(\)\s*\{/.test(value)) return { kind: 'code', why: 'loads code' }
  const meaning = readNames(table).find(name)
  if (meaning?.kind === 'harmless') return value === undefined || isPlain(value) ? meaning : undefined
  const isCalm = value !== undefined && meaning !== undefined && isListed(value, table.values[name] ?? [])
  return isCalm ? { kind: 'harmless' } : meaning
}

/** Whether the variable says to which server programs speak. */
export function isAddressVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  return table.addresses.some((pattern) => fits(pattern, name))
}

/** The path in an address of a file: `sqlite:///./test.db`. */
export function fileInAddress(address: string, table: EnvironmentTable = environmentTable()): string | undefined {
  const start = table['file addresses'].find((one) => address.startsWith(one))
  return start === undefined ? undefined : address.slice(start.length)
}

/** Whether all that the variable leads programs to is what its value names: paths, modules and options of a compiler. */
export function isProjectVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  return table.project.includes(name)
}

/** Whether a variable says where a program puts what it makes. */
export function isOutputVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  return table.outputs.includes(name)
}

/** Whether a variable of this name holds a secret. With capitals only: a `$token` in a loop is any word. */
export function isSecretVariable(given: string, table: EnvironmentTable = environmentTable()): boolean {
  const { words, pairs, services, names, except } = table.secret
  if (names.includes(given)) return true
  const name = /[A-Z]/.test(given) ? given.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase() : given
  if (except.some((pattern) => fits(pattern, name))) return false
  if (isSecretWithin(name, table)) return true
  const parts = name.replace(/_?V?\d+$/, '').split('_')
  const last = parts.at(-1)!
  const isAddress = parts.some((part, index) => /^UR[LI]$/.test(part) && services.includes(parts[index - 1] ?? ''))
  const isPair = pairs.some((pair) => name === pair || name.endsWith(`_${pair}`))
  const isJoined = words.some((word) => word.length > 4 && last.endsWith(word))
  return isAddress || isPair || words.includes(last) || isJoined
}

/** `STRIPE_SECRET_KEY_LIVE`: what follows says which one it is. `TOKEN_URL` only tells about one. */
function isSecretWithin(name: string, { secret: { within, about } }: EnvironmentTable): boolean {
  const parts = name.split('_')
  return within.some((words) => `_${name}_`.includes(`_${words}_`)) && !parts.some((part) => about.includes(part))
}

/** Whether lines of the environment that contain a text are likely to show no secret: `env | grep NODE_ENV`. */
export function findsShown(text: string, table: EnvironmentTable = environmentTable()): boolean {
  const part = text.replace(/^\^|[=$]+$/g, '').toUpperCase()
  const has = (names: readonly string[]) => names.some((name) => name.toUpperCase().includes(part))
  const { words, pairs, services, names, usual } = table.secret
  if (has([...words, ...pairs, ...services, ...names, ...usual])) return isShownVariable(part, table)
  // A name in full is that of one variable; what it only begins with may be that of a secret.
  if (/^\^\w+=$/.test(text)) return !isSecretVariable(part, table)
  if (/[A-Z]_[A-Z]/.test(part) && table.secret.about.includes(part.split('_').at(-1)!))
    return !isSecretVariable(part, table)
  return readNames(table).find(part) !== undefined || isWordOfShown(part, table)
}

/** Whether a text is a whole word of names that are shown, and of no address: `proxy`, but not `http` or `com`. */
export function isWordOfShown(text: string, table: EnvironmentTable = environmentTable()): boolean {
  const word = text.toUpperCase()
  const has = (name: string) => name.toUpperCase().split(/[_*]/).includes(word)
  return !/^HTTPS?$/.test(word) && (readNames(table).some(has) || [...table.shown, ...table.addresses].some(has))
}

/** Where what a variable names usually is, if that holds secrets. */
export function usualPlaceOf(name: string, table: EnvironmentTable = environmentTable()): string | undefined {
  return Object.hasOwn(table.places, name) ? table.places[name] : undefined
}

/** Whether what a variable of this name holds may be seen by everybody. */
export function isShownVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  if (isSecretVariable(name, table)) return false
  const isHarmless = readNames(table).find(name)?.kind === 'harmless'
  return isHarmless || table.shown.some((pattern) => fits(pattern, name))
}

interface Names {
  find: (name: string) => VariableMeaning | undefined
  some: (holds: (name: string) => boolean) => boolean
}

/** Names in full are looked up; of those with a star the longest counts, and of two alike the one that is not harmless. */
const readNames = perTable((table: EnvironmentTable): Names => {
  const exact = new Map<string, VariableMeaning>()
  const patterns: [pattern: string, meaning: VariableMeaning][] = []
  const add = (names: readonly string[], meaning: VariableMeaning) => {
    for (const name of names) {
      if (name.includes('*')) patterns.push([name, meaning])
      else if (!exact.has(name)) exact.set(name, meaning)
    }
  }
  add(table['shell line'], { kind: 'shell-line' })
  add(table.expanded, { kind: 'expanded' })
  for (const [why, names] of Object.entries(table.code)) add(names, { kind: 'code', why })
  add(Object.values(table.harmless).flat(), { kind: 'harmless' })
  patterns.sort(([a], [b]) => b.length - a.length)
  return {
    find: (name) => exact.get(name) ?? patterns.find(([pattern]) => fits(pattern, name))?.[1],
    some: (holds) => [...exact.keys()].some(holds) || patterns.some(([pattern]) => holds(pattern)),
  }
})

/** A star is at one end of a name. */
function fits(pattern: string, name: string): boolean {
  if (pattern.endsWith('*')) return name.startsWith(pattern.slice(0, -1))
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern
}

/** Nothing in it would mean something to a shell, apart from semicolons in lists of colours. */
function isPlain(value: string): boolean {
  return /^(?:[^`$|&;<>()\n]|;(?=\d))*$/.test(value)
}

function isListed(value: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+^${}()|[\]\\?]/g, String.raw`\$&`))
    return new RegExp(`^${parts.join('[\\w.,:=+-]*')}$`).test(value)
  })
}
