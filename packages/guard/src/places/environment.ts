import { environmentTable, listed, perTable, type EnvironmentTable } from './tables.js'

/** The effect of setting a variable for a command. Undefined: unknown. */
export type VariableMeaning =
  | { kind: 'harmless' | 'expanded' }
  /** `isGivenWords`: the program that runs the line adds words to it. */
  | { kind: 'shell-line'; isGivenWords: boolean }
  /** `why`: what the value makes a program do, in words for the user: `loads a library`. */
  | { kind: 'code'; why: string }

/** The meaning of a variable. Without a value, that of its worst value. */
export function meaningOfVariable(
  name: string,
  value?: string,
  table: EnvironmentTable = environmentTable(),
): VariableMeaning | undefined {
  // Shells export functions in this form, and old ones also ran what came after them.
  if (value !== undefined && /^\(\)\s*\{/.test(value)) return { kind: 'code', why: 'loads code' }
  const meaning = readNames(table).find(name)
  const isCalm = value !== undefined && meaning !== undefined && isListed(value, table.values[name] ?? [])
  if (isCalm) return { kind: 'harmless' }
  return meaning?.kind === 'harmless' && value !== undefined && !isPlain(value) ? undefined : meaning
}

/** Whether the variable names the server that programs connect to. */
export function isAddressVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  return table.addresses.some((pattern) => fits(pattern, name))
}

/** The path in an address of a file: `sqlite:///./test.db`. */
export function fileInAddress(address: string, table: EnvironmentTable = environmentTable()): string | undefined {
  const start = table['file addresses'].find((one) => address.startsWith(one))
  return start === undefined ? undefined : address.slice(start.length)
}

/** Whether the variable leads programs only to what its value names: paths, modules and options of a compiler. */
export function isProjectVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  return table.project.includes(name)
}

/** Whether a variable says where a program puts its output. */
export function isOutputVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  return table.outputs.includes(name)
}

/** Whether a variable only changes how output looks, not what a program does. */
export function changesOnlyOutput(name: string, table: EnvironmentTable = environmentTable()): boolean {
  return table['output only'].some((pattern) => fits(pattern, name))
}

/** Whether a variable of this name holds a secret. Only in capitals: a `$token` in a loop may be any word. */
export function isSecretVariable(given: string, table: EnvironmentTable = environmentTable()): boolean {
  const { words, pairs, services, names, except, about } = table.secret
  if (names.includes(given)) return true
  const name = inWords(given)
  if (except.some((pattern) => fits(pattern, name))) return false
  // `STRIPE_SECRET_KEY_LIVE`: the last word says which key it is. `TOKEN_URL` is only about a token.
  const behind = behindSecret(name, table)
  if (behind !== undefined && !behind.some((part) => about.includes(part))) return true
  const parts = name.replace(/_?V?\d+$/, '').split('_')
  const last = parts.at(-1)!
  const isAddress = parts.some((part, index) => /^UR[LI]$/.test(part) && services.includes(parts[index - 1] ?? ''))
  const isPair = pairs.some((pair) => name === pair || name.endsWith(`_${pair}`))
  const isJoined = words.some((word) => word.length > 4 && last.endsWith(word))
  return isAddress || isPair || words.includes(last) || isJoined
}

/** `ConnectionStrings` is `CONNECTION_STRINGS`. */
function inWords(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase() : name
}

/** The words that follow a word for a secret. */
function behindSecret(name: string, { secret: { within } }: EnvironmentTable): string[] | undefined {
  const found = within.find((words) => `_${name}_`.includes(`_${words}_`))
  return found === undefined ? undefined : `_${name}_`.split(`_${found}_`).at(-1)!.split('_')
}

/**
 * Whether a variable from outside may hold a secret: any that is not listed as shown. A lower-case name only if
 * programs know it or if it suggests a secret: others are placeholders for any word, in scripts and in documentation.
 */
export function mayHoldSecret(name: string, table: EnvironmentTable = environmentTable()): boolean {
  if (isShownVariable(name, table)) return false
  const isNamed = /[A-Z]/.test(name) || readNames(table).find(name) !== undefined
  return isNamed || isSecretVariable(name.toUpperCase(), table)
}

/** Whether anyone may see the value of a variable of this name. */
export function isShownVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  if (isSecretVariable(name, table)) return false
  if (behindSecret(inWords(name), table)?.some((part) => table.secret.kept.includes(part)) === true) return false
  const isHarmless = readNames(table).find(name)?.kind === 'harmless'
  return isHarmless || listed(table.shown).has(name) || shownPatterns(table).some((pattern) => fits(pattern, name))
}

const shownPatterns = perTable((table: EnvironmentTable) =>
  [...listed(table.shown)].filter((name) => name.includes('*')),
)

const wordsFor = perTable((table: EnvironmentTable) => ({
  searched: [...listed(table.searched)],
  harmless: new Set(Object.values(table.harmless).flat()),
}))

/** Whether a search of the environment finds only lines that anyone may see: `NODE_ENV`, `^LANG=`, `^PYTHON`. */
export function findsShown(text: string, isAnyCase: boolean, table: EnvironmentTable = environmentTable()): boolean {
  const [, start, given = '', end] = /^(\^?)(\w+)(=?)$/.exec(text) ?? []
  const name = isAnyCase ? given.toUpperCase() : given
  if (start !== '^' && isAnyCase) return false
  const { searched, harmless } = wordsFor(table)
  if (searched.some((word) => name.startsWith(word) || (start + name).startsWith(word))) return true
  // A name of one word is a part of many names.
  if (start === '^' && end === '=') return isShownVariable(name, table)
  // Only names that are listed in full: a pattern such as `*_ROOT` allows any text before it.
  const isNamed = listed(table.shown).has(name) || harmless.has(name)
  return /[A-Z]_[A-Z]/.test(name) && !isSecretVariable(name, table) && isNamed
}

/** Whether its value is one word that is no option. */
export function isSystemVariable(name: string, table: EnvironmentTable = environmentTable()): boolean {
  return listed(table.system).has(name)
}

/** The usual place of what a variable names, if that holds secrets. */
export function usualPlaceOf(name: string, table: EnvironmentTable = environmentTable()): string | undefined {
  return Object.hasOwn(table.places, name) ? table.places[name] : undefined
}

interface Names {
  find: (name: string) => VariableMeaning | undefined
}

/** Exact names come first. Of the matching patterns, the longest wins; of two alike, the one that is not harmless. */
const readNames = perTable((table: EnvironmentTable): Names => {
  const exact = new Map<string, VariableMeaning>()
  const patterns: [pattern: string, meaning: VariableMeaning][] = []
  const add = (names: readonly string[], meaning: VariableMeaning) => {
    for (const name of names) {
      if (name.includes('*')) patterns.push([name, meaning])
      else if (!exact.has(name)) exact.set(name, meaning)
    }
  }
  add(table['shell line'], { kind: 'shell-line', isGivenWords: false })
  add(table['shell line with words'], { kind: 'shell-line', isGivenWords: true })
  add(table.expanded, { kind: 'expanded' })
  for (const [why, names] of Object.entries(table.code)) add(names, { kind: 'code', why })
  add(Object.values(table.harmless).flat(), { kind: 'harmless' })
  patterns.sort(([a], [b]) => b.length - a.length)
  return {
    find: (name) => exact.get(name) ?? patterns.find(([pattern]) => fits(pattern, name))?.[1],
  }
})

/** The star of a pattern is at one end. */
function fits(pattern: string, name: string): boolean {
  if (pattern.endsWith('*')) return name.startsWith(pattern.slice(0, -1))
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern
}

/** A number, a word, a list (colours have semicolons) or a relative path: no shell syntax, option or address. */
function isPlain(value: string): boolean {
  return /^(?:-?\d+|(?![-/])(?:[\w.,:=+*%#/-]|;(?=\d))*)$/.test(value) && !/\.\.|:\/\/|[:=,]\//.test(value)
}

function isListed(value: string, allowed: readonly string[]): boolean {
  return allowed.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+^${}()|[\]\\?]/g, String.raw`\$&`))
    return new RegExp(`^${parts.join('[\\w.,:=+-]*')}$`).test(value)
  })
}
