import type { AtipTool, Command, Option } from '../types.js'
import type { Syntax } from '../x-atip.js'
import { childOf, type Lineage } from '../tree.js'

/** The syntax in force at a command: the nearest statement wins, field by field. */
export function syntaxOf(lineage: Lineage): Syntax {
  const stated = lineage.map((node) => node['x-atip']?.syntax)
  return Object.assign({}, ...stated) as Syntax
}

/** The options that may stand at a place of the command line, nearest first. */
export interface Scope {
  options: readonly Option[]
  syntax: Syntax
}

export type FlagLookup =
  | { found: 'option'; option: Option; isNegated: boolean }
  | { found: 'several'; candidates: string[] }
  | { found: 'none' }

/** The tool or group whose place on the command line this is: `commands[""]` stands where its parent does. */
export function holderOf(lineage: Lineage): CommandHolder {
  const last = lineage[lineage.length - 1] as CommandHolder
  const parent = lineage[lineage.length - 2] as CommandHolder | undefined
  return parent !== undefined && childOf(parent, '') === last ? parent : last
}

export interface CommandHolder {
  commands?: Record<string, Command>
  options?: Option[]
}

/** Before any subcommand the tool's own options stand; below it the command's, then the global ones. */
export function scopeAt(tool: AtipTool, lineage: Lineage): Scope {
  const globals = tool.globalOptions ?? []
  const holder = holderOf(lineage)
  const unnamed = childOf(holder, '')
  const own = unnamed?.options ?? []
  const isTool = holder === (tool as CommandHolder)
  const options = isTool ? [...globals, ...own] : [...(holder.options ?? []), ...own, ...globals]
  return { options, syntax: syntaxOf(unnamed === undefined ? lineage : [...lineage, unnamed]) }
}

/** Finds the option a flag means, in the ways the syntax allows: exactly, negated, with another dash, abbreviated. */
export function findFlag({ options, syntax }: Scope, flag: string): FlagLookup {
  const exact = findExact(options, flag) ?? (syntax.eitherDash ? findExact(options, otherDash(flag)) : undefined)
  if (exact !== undefined) return exact
  if (!flag.startsWith('--')) return { found: 'none' }
  const negated = syntax.implicitNegation ? findNegated(options, flag) : undefined
  if (negated !== undefined) return negated
  return syntax.abbreviatedOptions && flag !== '--' ? findAbbreviated({ options, syntax }, flag) : { found: 'none' }
}

function findExact(options: readonly Option[], flag: string): FlagLookup | undefined {
  const option = options.find(({ flags }) => flags.includes(flag))
  return option && { found: 'option', option, isNegated: isNegation(option, flag) }
}

/** `--no-x` negates only where `--x` is an option beside it; alone it is a flag of its own. */
export function isNegation(option: Option, flag: string): boolean {
  return option.type === 'boolean' && flag.startsWith('--no-') && option.flags.includes(`--${flag.slice(5)}`)
}

function findNegated(options: readonly Option[], flag: string): FlagLookup | undefined {
  if (!flag.startsWith('--no-')) return undefined
  const option = options.find(({ flags }) => flags.includes(`--${flag.slice(5)}`))
  return option && { found: 'option', option, isNegated: true }
}

function findAbbreviated({ options, syntax }: Scope, flag: string): FlagLookup {
  const candidates = new Map<Option, string>()
  for (const option of options) {
    const long = option.flags.find((candidate) => candidate.startsWith(flag))
    if (long !== undefined) candidates.set(option, long)
  }
  if (candidates.size === 1) {
    const [[option, long]] = candidates as unknown as [[Option, string]]
    return { found: 'option', option, isNegated: isNegation(option, long) }
  }
  if (candidates.size > 1) return { found: 'several', candidates: [...candidates.values()] }
  if (syntax.implicitNegation !== true || !flag.startsWith('--no-')) return { found: 'none' }
  const positive = findAbbreviated({ options, syntax: {} }, `--${flag.slice(5)}`)
  return positive.found === 'option' ? { ...positive, isNegated: true } : positive
}

function otherDash(flag: string): string {
  return flag.startsWith('--') ? flag.slice(1) : `-${flag}`
}

/** The subcommand a word names: by name, by another name, or by its beginning where the tool allows that. */
export function findSubcommand(parent: CommandHolder, word: string, syntax: Syntax): string | undefined {
  if (word === '' || parent.commands === undefined) return undefined
  if (Object.hasOwn(parent.commands, word)) return word
  const names = Object.keys(parent.commands).filter((name) => name !== '')
  const byAlias = names.find((name) => parent.commands![name]!['x-atip']?.aliases?.includes(word))
  if (byAlias !== undefined || syntax.abbreviatedCommands !== true) return byAlias
  return names.find((name) => name.startsWith(word))
}
