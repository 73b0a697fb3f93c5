import { isMultiple, parameterRules, type Argument, type Option } from '@atip/protocol'
import { brief } from './agent-words.js'

const MOST_FLAGS = 4

/** The options that a task is most likely about, then the first ones. */
export function flagsFor(options: readonly Option[], query: string): string[] {
  const words = wordsOf(query)
  const score = (option: Option) =>
    wordsOf(`${option.flags.join(' ')} ${option.description ?? ''}`).filter((word) => words.includes(word)).length
  return options
    .map((option, index) => ({ option, index, fit: score(option) }))
    .sort((a, b) => b.fit - a.fit || a.index - b.index)
    .slice(0, MOST_FLAGS)
    .map(({ option }) => markedFlag(option))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []
}

export function matches(option: Option, about: string): boolean {
  const words = wordsOf(about)
  const own = `${option.flags.join(' ')} ${option.description ?? ''}`.toLowerCase()
  return words.some((word) => own.includes(word)) || option.flags.includes(about.trim())
}

export function flagOf({ flags }: Option): string {
  return flags.find((flag) => flag.startsWith('--')) ?? flags[0] ?? ''
}

function canDestroy(option: Option): boolean {
  return parameterRules(option).some((rule) => rule.effects?.destructive === true)
}

/** The flag, with an exclamation mark if it can destroy something. */
function markedFlag(option: Option): string {
  return canDestroy(option) ? `${flagOf(option)}!` : flagOf(option)
}

const LONGEST_HINT = 56

/** `-n, --max-count N: Limit the number of commits`. */
export function optionLine(option: Option): string {
  const { flags, type, enum: choices, description = '' } = option
  const value = type === 'boolean' ? '' : ` ${choices ? choices.slice(0, 8).join('|') : type.toUpperCase()}`
  // Many descriptions only repeat the name.
  const hint = description.toLowerCase() === humanised(flagOf(option)) ? '' : brief(description, LONGEST_HINT)
  const short = flags.find((flag) => /^-[^-]$/.test(flag))
  const long = flagOf(option)
  const names = short !== undefined && short !== long ? `${short} ${long}` : long
  return `${names}${value}${hint === '' ? '' : `: ${hint}`}${canDestroy(option) ? ' [can destroy]' : ''}`
}

function humanised(flag: string): string {
  return flag.replace(/^-+/, '').replaceAll('-', ' ').toLowerCase()
}

/** Every program has these, and no task is about them. */
const EVERYWHERE = new Set(['--help', '--version'])

export function ownOptions(options: readonly Option[] = []): Option[] {
  return options.filter(({ flags }) => !flags.some((flag) => EVERYWHERE.has(flag)))
}

/** `<path>...` or `[path]`. */
export function argumentWord(argument: Argument): string {
  const { name, required } = argument
  const dots = isMultiple(argument) ? '...' : ''
  return required === false ? `[${name}${dots}]` : `<${name}${dots}>`
}
