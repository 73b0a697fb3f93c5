import type { Option } from '@atip/protocol'
import { hintsOf, type Hints } from './hints.js'
import { aliasGroup } from './keys.js'
import type { YargsProgram } from './program.js'
import { hasNegation } from './syntax.js'
import { describeKey } from './text.js'
import { presetOf, wordType } from './value.js'

export type YargsHarmless = 'help' | 'version'

/** The option of a key; undefined if no flag on a command line could name it. */
export function toOption(program: YargsProgram, key: string, harmless?: YargsHarmless): Option | undefined {
  const hints = hintsOf(program, key)
  const names = aliasGroup(program.getOptions(), key)
  const flags = names.map((name) => toFlag(name, hints)).filter((flag) => /^--?[^-=,\s][^=,\s]*$/u.test(flag))
  if (flags.length === 0) return undefined
  const [name = flags[0]!.replace(/^-+/, '')] = flags.filter(isLong).map((flag) => flag.slice(2))
  const description = describeKey(program, hints)
  const value = toValue(program, hints)
  const isRequired = hints.isDemanded && hints.preset === undefined
  const envVar = variableOf(program, name)
  return {
    name,
    flags: [
      ...flags.filter((flag) => !isLong(flag)),
      ...flags.filter(isLong),
      ...(harmless ? [] : negations(program, flags, value)),
    ],
    ...value,
    ...(description !== '' && { description }),
    ...(isRequired && { required: true }),
    ...(envVar !== undefined && harmless === undefined && { envVar }),
    ...(harmless && { 'x-atip': { harmless } }),
  }
}

/** As `--help` writes it: a digit gets a single dash only if it is a switch. */
function toFlag(name: string, { isBoolean }: Hints): string {
  const isShort = /^[0-9]$/.test(name) ? isBoolean : name.length === 1
  return isShort ? `-${name}` : `--${name}`
}

function isLong(flag: string): boolean {
  return flag.startsWith('--')
}

type OptionValue = Pick<Option, 'type' | 'enum' | 'items' | 'variadic' | 'default' | 'x-atip'>

function toValue(program: YargsProgram, hints: Hints): OptionValue {
  const word = wordType(hints)
  const { count, isArray, isCount } = hints
  if (isCount) return { type: 'boolean', variadic: true }
  if (isArray) return toList(program, hints)
  if (count === 0 || word.type === 'boolean') return { type: 'boolean', ...presetOf(hints, { type: 'boolean' }, false) }
  if (count !== undefined && count > 1) return { ...word, 'x-atip': { arity: count } }
  return {
    ...word,
    ...presetOf(hints, word, false),
    ...(isUndecided(hints) && { 'x-atip': { optionalValue: true, nextWord: true } }),
  }
}

/** One occurrence of a list takes all words up to the next option, unless it declares a count. */
function toList(program: YargsProgram, hints: Hints): OptionValue {
  const items = wordType(hints)
  const { count = 0 } = hints
  const isGreedy = program.getInternalMethods().getParserConfiguration()['greedy-arrays'] !== false
  return {
    type: 'array',
    items,
    ...presetOf(hints, items, true),
    ...(count > 1 && { 'x-atip': { arity: count } }),
    ...(!(count >= 1) && isGreedy && { 'x-atip': { greedy: true } }),
  }
}

/** An option without a declared type is a switch if no value follows it. */
function isUndecided({ choices, count, isConfig, isDemanded, isNumber, isText, preset }: Hints): boolean {
  const isTyped = choices !== undefined || isConfig || isNumber || isText
  return !isTyped && !isDemanded && count === undefined && preset === undefined
}

/** `--no-x`, if the parser accepts negations and the option does not have such a name itself. */
function negations(program: YargsProgram, flags: readonly string[], { type, variadic }: OptionValue): string[] {
  const long = flags.find((flag) => isLong(flag) && !flag.startsWith('--no-'))
  const isSwitch = type === 'boolean' && variadic !== true
  return hasNegation(program) && isSwitch && long !== undefined ? [`--no-${long.slice(2)}`] : []
}

/** With `env('APP')` the option `--dry-run` is also read from `APP_DRY_RUN`. */
function variableOf(program: YargsProgram, name: string): string | undefined {
  const { envPrefix } = program.getOptions()
  if (envPrefix === undefined || !/^[a-z][\w-]*$/i.test(name)) return undefined
  const upper = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()
  return envPrefix === '' ? upper : `${envPrefix.replace(/_+$/, '')}_${upper}`
}
