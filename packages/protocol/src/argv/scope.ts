import type { AtipTool, Command, Option } from '../types/tool.js'
import type { Syntax } from '../types/x-atip.js'
import { childCommand, type Lineage } from '../tree.js'

/** The syntax in force at a command: the nearest statement wins, field by field. */
export function syntaxOf(lineage: Lineage): Syntax {
  const stated = lineage.map((node) => node['x-atip']?.syntax)
  return Object.assign({}, ...stated) as Syntax
}

/** The options that are recognised at one point of the command line, nearest first. */
export interface Scope {
  options: readonly Option[]
  byFlag: ReadonlyMap<string, Option>
  syntax: Syntax
}

export type FlagLookup =
  | { found: 'option'; option: Option; isNegated: boolean }
  | { found: 'several'; candidates: string[] }
  | { found: 'none' }

/** The tool or group at this place on the command line: `commands[""]` has the place of its parent. */
export function holderOf(lineage: Lineage): CommandHolder {
  const last = lineage[lineage.length - 1] as CommandHolder
  const parent = lineage[lineage.length - 2] as CommandHolder | undefined
  return parent !== undefined && childCommand(parent, '') === last ? parent : last
}

export interface CommandHolder {
  commands?: Record<string, Command>
  options?: Option[]
}

/** Before any subcommand these are the tool's own options; after one, the command's, then the global ones. */
export function scopeAt(tool: AtipTool, lineage: Lineage): Scope {
  const globals = tool.globalOptions ?? []
  const holder = holderOf(lineage)
  const unnamed = childCommand(holder, '')
  const own = unnamed?.options ?? []
  const isTool = holder === (tool as CommandHolder)
  const options = isTool ? [...globals, ...own] : [...(holder.options ?? []), ...own, ...globals]
  const byFlag = new Map<string, Option>()
  for (const option of options) {
    for (const flag of option.flags) if (!byFlag.has(flag)) byFlag.set(flag, option)
  }
  return { options, byFlag, syntax: syntaxOf(unnamed === undefined ? lineage : [...lineage, unnamed]) }
}

/** The parts of `+x` or `/x=value`. Such a word is an option only if its flag is declared (decision 157). */
export function findSignFlag(
  { byFlag }: Scope,
  word: string,
): { option: Option; flag: string; attached?: string } | undefined {
  if (!isSignFlag(word)) return undefined
  const whole = byFlag.get(word)
  if (whole !== undefined) return { option: whole, flag: word }
  const equals = word.indexOf('=')
  const flag = equals === -1 ? '' : word.slice(0, equals)
  const option = byFlag.get(flag)
  return option && { option, flag, attached: word.slice(equals + 1) }
}

/** Whether a flag begins with a plus or a slash instead of a dash. */
export function isSignFlag(flag: string): boolean {
  return flag.startsWith('+') || flag.startsWith('/')
}

/** Whether a word would be read as an option here, known or not. `-` alone is a word like others. */
export function looksLikeOption(scope: Scope, word: string): boolean {
  return (word.startsWith('-') && word.length > 1) || findSignFlag(scope, word) !== undefined
}

/** Finds the option a flag means, in the ways the syntax allows: exactly, negated, with another dash, abbreviated. */
export function findFlag(scope: Scope, flag: string): FlagLookup {
  const { syntax } = scope
  const exact = findExact(scope, flag) ?? (syntax.eitherDash ? findExact(scope, otherDash(flag)) : undefined)
  if (exact !== undefined) return exact
  if (!flag.startsWith('--')) return { found: 'none' }
  const negated = syntax.implicitNegation ? findNegated(scope, flag) : undefined
  if (negated !== undefined) return negated
  return syntax.abbreviatedOptions ? findAbbreviated(scope, flag) : { found: 'none' }
}

function findExact({ byFlag }: Scope, flag: string): FlagLookup | undefined {
  const option = byFlag.get(flag)
  return option && { found: 'option', option, isNegated: isNegation(option, flag) }
}

/**
 * `--no-x` is a negation only if the option also has `--x`; otherwise it is an ordinary flag. For an option that is
 * itself called `no-x`, `--x` is the negation.
 */
export function isNegation(option: Option, flag: string): boolean {
  if (option.type !== 'boolean' || !flag.startsWith('--')) return false
  const isNegative = option.name.startsWith('no-') && option.flags.includes(`--${option.name}`)
  if (isNegative) return `--no-${flag.slice(2)}` === `--${option.name}`
  return flag.startsWith('--no-') && option.flags.includes(`--${flag.slice(5)}`)
}

function findNegated({ byFlag }: Scope, flag: string): FlagLookup | undefined {
  if (!flag.startsWith('--no-')) return undefined
  const option = byFlag.get(`--${flag.slice(5)}`)
  return option?.type === 'boolean' ? { found: 'option', option, isNegated: true } : undefined
}

/** Finds the option that an abbreviated long flag means, even if it was written with one dash. */
export function findAbbreviated(scope: Scope, flag: string): FlagLookup {
  if (flag === '--') return { found: 'none' }
  const candidates = new Map<Option, string>()
  for (const option of scope.options) {
    const long = option.flags.find((candidate) => candidate.startsWith(flag))
    if (long !== undefined && !candidates.has(option)) candidates.set(option, long)
  }
  const [first, ...others] = candidates
  if (first !== undefined && others.length === 0) {
    const [option, long] = first
    return { found: 'option', option, isNegated: isNegation(option, long) }
  }
  if (first !== undefined) return { found: 'several', candidates: [...candidates.values()] }
  if (scope.syntax.implicitNegation !== true || !flag.startsWith('--no-')) return { found: 'none' }
  const positive = findAbbreviated({ ...scope, syntax: {} }, `--${flag.slice(5)}`)
  if (positive.found === 'option' && positive.option.type !== 'boolean') return { found: 'none' }
  return positive.found === 'option' ? { ...positive, isNegated: true } : positive
}

function otherDash(flag: string): string {
  return flag.startsWith('--') ? flag.slice(1) : `-${flag}`
}

/** The subcommand that a word names: by its name, an alias, or an abbreviation if the syntax allows that. */
export function findSubcommand(parent: CommandHolder, word: string, syntax: Syntax): string | undefined {
  if (word === '' || parent.commands === undefined) return undefined
  if (Object.hasOwn(parent.commands, word)) return word
  const names = Object.keys(parent.commands).filter((name) => name !== '')
  const byAlias = names.find((name) => parent.commands![name]!['x-atip']?.aliases?.includes(word))
  if (byAlias !== undefined) return byAlias
  const byBeginning = names.find((name) =>
    parent.commands![name]!['x-atip']?.aliases?.some((alias) => begins(word, alias)),
  )
  if (byBeginning !== undefined || syntax.abbreviatedCommands !== true) return byBeginning
  return names.find((name) => name.startsWith(word))
}

/** Whether an alias such as `describe-*` matches a word. */
function begins(word: string, alias: string): boolean {
  return alias.length > 1 && alias.endsWith('*') && word.startsWith(alias.slice(0, -1))
}
