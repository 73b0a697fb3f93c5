import type { Argument, Option, ParameterExtension, ValueType } from '@atip/protocol/calls'

/** `-o, --output FILE...` as data. */
export type OptionSpec = Pick<Option, 'name' | 'flags' | 'type'> &
  Partial<Pick<Option, 'enum' | 'variadic'>> & { syntax: Pick<ParameterExtension, 'optionalValue' | 'arity'> }

/**
 * Parses an option: flags separated by commas, then its value. `[=X]` is optional, `X...` repeatable, `X Y` takes two
 * words, and `{a|b}` is a choice.
 */
export function readOptionSpec(text: string): OptionSpec {
  const parts = text.split(',').map((part) => part.trim())
  const last = parts.pop()!
  const end = last.search(/[\s[=]/)
  const flags = [...parts, end === -1 ? last : last.slice(0, end)]
  const wrong = flags.find((flag) => !/^[-+]\S*$/.test(flag) || /[[\]{}<>]/.test(flag))
  if (wrong !== undefined) throw new TypeError(`"${text}": "${wrong}" is not a flag`)
  const name = nameOfFlags(flags)
  const taken = end === -1 ? '' : last.slice(end).trim()
  if (taken === '') return { name, flags, type: 'boolean', syntax: {} }
  const isOptional = taken.startsWith('[')
  const isRepeated = taken.endsWith('...')
  const values = taken
    .replace(/\.\.\.$/, '')
    .replace(/^\[=?|\]$|^=/g, '')
    .trim()
  const words = values.startsWith('{') ? [values] : values.split(/\s+/)
  return {
    name,
    flags,
    ...typeOfPlaceholder(words.at(-1)!),
    ...(isRepeated && { variadic: true }),
    syntax: { ...(isOptional && { optionalValue: true }), ...(words.length > 1 && { arity: words.length }) },
  }
}

/** The name of an option: its first long flag, or else its first flag, without dashes. */
function nameOfFlags(flags: readonly string[]): string {
  const flag = flags.find((one) => /^--[^-]/.test(one)) ?? flags[0]!
  return flag.replace(/^[-+]+/, '') || flag
}

/** Parses `FILE...` or `[DEST]`. Not `KEY=VALUE`: operands by keyword are declared in their facts. */
export function readArgumentSpec(text: string): Argument {
  const isRequired = !text.startsWith('[')
  const bare = text.replace(/^\[|\]$/g, '')
  const isRepeated = bare.endsWith('...')
  const placeholder = bare.replace(/\.\.\.$/, '')
  if (!/^[\w{][\w{}|.:@/+-]*$/.test(placeholder)) throw new TypeError(`"${text}" is not an argument such as FILE...`)
  const kind = typeOfPlaceholder(placeholder)
  return {
    name: placeholder.startsWith('{') ? 'choice' : placeholder.toLowerCase(),
    ...kind,
    required: isRequired,
    ...(isRepeated && { variadic: true }),
  }
}

const TYPES: readonly [RegExp, ValueType][] = [
  [/^(?:.*_)?(?:FILE|PATH)S?\d?$/, 'file'],
  [/^(?:.*_)?DIR(?:ECTORY)?S?\d?$/, 'directory'],
  [/^(?:.*_)?URL$/, 'url'],
  [/^(?:N|NUM|COUNT|INT|BYTES|LINES|PORT|DEPTH)$/, 'integer'],
]

function typeOfPlaceholder(word: string): { type: ValueType; enum?: string[] } {
  const choices = /^\{(.+)\}$/.exec(word)?.[1]?.split('|')
  if (choices !== undefined) return { type: 'enum', enum: choices }
  return { type: TYPES.find(([pattern]) => pattern.test(word))?.[1] ?? 'string' }
}
