import type { AtipTool } from '@atip/protocol'
import type { OwnWords } from '../vocabulary/questions.js'
import type { Answer, Framework } from '../vocabulary/types.js'
import { freeWords } from './argument.js'
import { describeYargs } from './describe.js'
import { namesOf } from './keys.js'
import { isYargs, type YargsProgram } from './program.js'

export const yargs: Framework<YargsProgram> = { is: isYargs, takeOver: takeOverYargs }

/** Makes `parse`, its variants, and with them `argv`, answer instead of the program. */
export function takeOverYargs(given: YargsProgram, answer: Answer): YargsProgram {
  // `require('yargs')` is a function that wraps a program; its methods return the program itself.
  const program = given.option({})
  let isDescribing = false
  const instead = (parse: YargsProgram['parse'], isAwaited: boolean) => {
    return (...parameters: unknown[]): unknown => {
      // A builder may read `argv`, as old programs do.
      if (isDescribing) return { _: [], $0: program.$0 }
      if (!isAsked(parameters[0], answer) || !answer.isOurs(ownWords(program))) return parse.apply(program, parameters)
      isDescribing = true
      const tool = describeYargs(program)
      return isAwaited || tool instanceof Promise ? answer.soon(tool) : answer.now(tool as AtipTool)
    }
  }
  const replaced = {
    parse: instead(program.parse, false),
    parseSync: instead(program.parseSync, false),
    parseAsync: instead(program.parseAsync, true),
  }
  Object.assign(program, replaced)
  if (given !== program) Object.assign(given, replaced)
  return given
}

/** A program may parse other words than its own arguments. */
function isAsked(words: unknown, { word }: Answer): boolean {
  if (words === undefined) return true
  const list = Array.isArray(words) ? (words as unknown[]) : String(words).split(/\s+/)
  return list.some((entry) => entry === word || String(entry).startsWith(`${word}=`))
}

/** The words that the program already uses, as options, commands or operands. */
function ownWords(program: YargsProgram): OwnWords {
  const { key, alias } = program.getOptions()
  const keys = new Set([...Object.keys(key), ...Object.keys(alias)].flatMap((name) => namesOf(program, name)))
  const instance = program.getInternalMethods().getCommandInstance()
  const { aliasMap = {}, defaultCommand } = instance
  const names = Object.keys(instance.getCommandHandlers())
  const operands = defaultCommand
    ? [...defaultCommand.demanded, ...defaultCommand.optional]
    : names.length === 0
      ? freeWords(program)
      : []
  return {
    commands: [...names, ...Object.keys(aliasMap)],
    flags: [...keys].map((name) => `--${name}`),
    takesArguments: operands.length > 0,
  }
}
