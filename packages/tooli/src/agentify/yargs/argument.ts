import type { Argument } from '@atip/protocol'
import { hintsOf } from './hints.js'
import type { YargsHandler, YargsPositional, YargsProgram } from './program.js'
import { describeKey } from './text.js'
import { presetOf, wordType } from './value.js'

/** The operands of a command in the order in which yargs assigns words: required ones first. */
export function toArguments(program: YargsProgram, { demanded, optional }: YargsHandler): Argument[] {
  const all = [
    ...demanded.map((positional) => toArgument(program, positional, true)),
    ...optional.map((positional) => toArgument(program, positional, false)),
  ]
  // A variadic operand takes every word, so later ones get none.
  const last = all.findIndex(({ variadic }) => variadic === true)
  return last === -1 ? all : all.slice(0, last + 1)
}

function toArgument(program: YargsProgram, { cmd, variadic }: YargsPositional, isRequired: boolean): Argument {
  const [name = ''] = cmd
  const hints = hintsOf(program, name)
  const word = wordType(hints)
  const description = describeKey(program, hints)
  return {
    name,
    ...word,
    ...(description !== '' && { description }),
    required: isRequired,
    ...(variadic && { variadic: true }),
    ...presetOf(hints, word, variadic),
  }
}

/** Words that no command claims; they reach the program as `argv._`. */
export function freeWords(program: YargsProgram): Argument[] {
  const { _: demanded } = program.getDemandedCommands()
  if (demanded === undefined && program.getStrict()) return []
  const { min = 0, max = Infinity } = demanded ?? {}
  if (max === 0) return []
  return [
    {
      name: 'operands',
      type: 'string',
      description: min > 1 ? `Words that are not options, at least ${min}` : 'Words that are not options',
      required: min > 0,
      ...(max > 1 && { variadic: true }),
    },
  ]
}
