import { PROTOCOL_VERSION, type AtipTool, type ByName, type Command } from '@atip/protocol'
import { freeWords } from './argument.js'
import { commandsOf, optionsOf } from './command.js'
import { identityOf } from './identity.js'
import { namesOf } from './keys.js'
import type { YargsProgram } from './program.js'
import { syntaxOf } from './syntax.js'
import { settle, type Look } from './visit.js'

/**
 * The description of a program, from its own objects; a promise if one of its builders is asynchronous. The program
 * must not parse anything afterwards: builders have left their middleware in it.
 */
export function describeYargs(program: YargsProgram): AtipTool | Promise<AtipTool> {
  return settle(lookAtTool(program))
}

function* lookAtTool(program: YargsProgram): Look<AtipTool> {
  const identity = identityOf(program)
  const options = optionsOf(program)
  const { local } = program.getOptions()
  const isLocal = ({ name }: { name: string }) => namesOf(program, name).some((key) => local.includes(key))
  const locals = options.filter(isLocal)
  const globals = options.filter((option) => !isLocal(option))
  const operands = freeWords(program)
  const syntax = syntaxOf(program)
  const commands = yield* commandsOf(program, globals)
  const hasCommands = Object.keys(commands).length > 0
  const main = mainCommand(commands, {
    description: identity.description,
    ...(!hasCommands && operands.length > 0 && { arguments: operands }),
    ...(locals.length > 0 && { options: locals }),
  })
  if (main !== undefined) commands[''] = main
  return {
    atip: { version: PROTOCOL_VERSION },
    ...identity,
    trust: { source: 'native' },
    commands,
    globalOptions: globals,
    'x-atip': { syntax: { ...syntax, ...(hasCommands && { doubleDash: false }) } },
  }
}

/** The command that runs if no command is named; undefined if nothing is known about it. */
function mainCommand(commands: ByName<Command>, bare: Command): Command | undefined {
  const main = commands['']
  if (main === undefined) {
    return Object.keys(commands).length === 0 || bare.options !== undefined ? bare : undefined
  }
  const names = new Set(main.options?.map(({ name }) => name))
  const options = [...(bare.options ?? []).filter(({ name }) => !names.has(name)), ...(main.options ?? [])]
  return { ...main, description: main.description || bare.description, ...(options.length > 0 && { options }) }
}
