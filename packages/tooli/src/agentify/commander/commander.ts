import type { Answer, Framework } from '../vocabulary/types.js'
import { describeCommander } from './describe.js'
import { argumentsOf, flagsOf } from './parameter.js'
import type { CommanderCommand, Parse } from './shape.js'

export const commander: Framework<CommanderCommand> = { is: isCommander, takeOver: takeOverCommander }

export function isCommander(program: unknown): program is CommanderCommand {
  const candidate = program as Partial<CommanderCommand> | null | undefined
  return (
    typeof candidate?.parse === 'function' &&
    typeof candidate.parseAsync === 'function' &&
    typeof candidate.createHelp === 'function' &&
    Array.isArray(candidate.commands) &&
    Array.isArray(candidate.options)
  )
}

export function takeOverCommander(program: CommanderCommand, answer: Answer): CommanderCommand {
  const { parse, parseAsync } = program
  const isAsked = (...[argv, options]: Parameters<Parse<unknown>>) =>
    wordsOf(argv, options)[0] === process.argv[2] && answer.isOurs(ownWordsOf(program))
  program.parse = (...given) =>
    isAsked(...given) ? answer.now(describeCommander(program)) : parse.apply(program, given)
  program.parseAsync = (...given) =>
    isAsked(...given) ? answer.soon(describeCommander(program)) : parseAsync.apply(program, given)
  return program
}

/** The words that the program parses, which may differ from the arguments of this process. */
function wordsOf(argv: readonly string[] | undefined, { from }: { from?: string } = {}): readonly string[] {
  if (argv === undefined) return process.argv.slice(2)
  return from === 'user' ? argv : argv.slice(2)
}

function ownWordsOf(program: CommanderCommand) {
  return {
    commands: program.commands.flatMap((command) => [command.name(), ...command.aliases()]),
    flags: program.options.flatMap(flagsOf),
    takesArguments: argumentsOf(program).length > 0,
  }
}
