import { argumentAt, isFlag, optionWith, positionAfter, readBundle, type CompletionPosition } from './position.js'
import type {
  Candidate,
  Candidates,
  CompletionArgument,
  CompletionCommand,
  CompletionOption,
  CompletionTree,
} from './types.js'

/** The possible completions of the typed word, given the words before it. */
export function complete(tree: CompletionTree, words: readonly string[], typed: string): Candidates {
  const position = positionAfter(tree, words)
  const { awaited, hasEnded, isLost, path } = position
  if (awaited !== undefined) return valuesOf(awaited, path, '', typed)
  if (isLost) return { words: [] }
  if (hasEnded) return valuesOf(argumentAt(position), path, '', typed)
  if (typed.startsWith('-')) return flagsFrom(position, typed)
  return operandsFrom(position, typed)
}

function operandsFrom(position: CompletionPosition, typed: string): Candidates {
  const { operands, path } = position
  const children = operands > 0 ? [] : (position.command.commands ?? [])
  const commands = children.filter(({ isUnlisted }) => isUnlisted !== true || typed !== '')
  const argument = argumentAt(position)
  if (commands.length === 0 && argument === undefined) return flagsFrom(position, typed)
  const named = commands.flatMap(({ name, aliases = [], description }) => {
    // An alias is offered only after its first letter is typed.
    const names = typed === '' || name.startsWith(typed) ? [name] : aliases
    return names.map((word) => ({ word, description }))
  })
  const values = valuesOf(argument, path, '', typed)
  return { ...values, words: [...starting(named, typed), ...values.words] }
}

function flagsFrom({ command, options, used, path }: CompletionPosition, typed: string): Candidates {
  const attached = attachedValue(options, typed)
  if (attached !== undefined) return valuesOf(attached.option, path, attached.prefix, attached.value)
  // A bundle of letters is complete already; a single letter is looked up among the flags below.
  const isBundle = typed.length > 2 && isFlag(typed) && !typed.startsWith('--')
  if (isBundle) return { words: readBundle(options, typed) === undefined ? [] : [{ word: typed }] }
  // `tool --limit 5 list` fails if list has a --limit of its own, so before the command it is not offered.
  const claimed = new Set(flagsBelow(command))
  const free = options.filter(
    ({ key, flags, isRepeatable, isShared }) =>
      (isRepeatable === true || !used.has(key)) && (isShared === true || !flags.some((flag) => claimed.has(flag))),
  )
  const words = free.flatMap(({ flags, description }) => {
    const shown = typed.startsWith('-') ? flags : flags.filter((flag) => flag.startsWith('--'))
    return shown.map((word) => ({ word, ...(description && { description }) }))
  })
  return { words: starting(words, typed) }
}

function flagsBelow({ commands = [] }: CompletionCommand): string[] {
  return commands.flatMap((child) => [...(child.options ?? []).flatMap(({ flags }) => flags), ...flagsBelow(child)])
}

/** `--output=js`, `-ojs`, `-qojs`. */
function attachedValue(options: readonly CompletionOption[], typed: string) {
  if (typed.startsWith('--')) {
    const valueAt = typed.indexOf('=') + 1
    const option = valueAt === 0 ? undefined : optionWith(options, typed.slice(0, valueAt - 1))
    return option?.takesValue === true ? split(option, typed, valueAt) : undefined
  }
  const taker = readBundle(options, typed)?.taker
  return taker === undefined || taker.valueAt === typed.length ? undefined : split(taker.option, typed, taker.valueAt)
}

function split(option: CompletionOption, typed: string, valueAt: number) {
  return { option, prefix: typed.slice(0, valueAt), value: typed.slice(valueAt) }
}

function valuesOf(
  source: CompletionOption | CompletionArgument | undefined,
  path: string[],
  prefix: string,
  value: string,
): Candidates {
  const { choices = [], path: paths, dynamic, key = '' } = source ?? {}
  const words = choices.filter((choice) => choice.startsWith(value)).map((choice) => ({ word: prefix + choice }))
  if (dynamic === true) return { words, more: { from: 'dynamic', prefix, value, path, key } }
  return { words, ...(paths && { more: { from: paths, prefix, value } }) }
}

function starting(candidates: readonly Candidate[], typed: string): Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed))
}
