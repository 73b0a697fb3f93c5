import {
  isInvocable,
  optionsFor,
  walkCommands,
  type AtipTool,
  type Command as AtipCommand,
  type CommandNode,
} from '@atip/protocol'
import { command } from '../callable/command.js'
import { asForeign, asForeignCommand } from '../define/foreign.js'
import type { AnyCommand, CliDefinition, CommandMap } from '../define/types.js'
import { describeCommand } from '../describe/agent-command.js'
import { offersPrime, primeCommandDefinition } from '../describe/prime.js'
import { addedCommandOf } from '../model/tree.js'
import { callProgram } from './call-program.js'
import { inputForms } from './input-forms.js'
import { OUTPUT } from './output-form.js'
import type { AgentifyOptions, Program } from './vocabulary/types.js'

/** A tooli definition of a foreign program: every call starts the program with the call's words. */
export function toCli(tool: AtipTool, options: AgentifyOptions, program: Program): CliDefinition<CommandMap> {
  const { name, version, description, homepage, authentication, patterns } = tool
  const callable = settled(tool, process.env)
  const make = (node: CommandNode) => toCommand(callable, node, options, program)
  const own = callable.commands?.['']
  const commands = toMap(callable.commands ?? {}, [], [callable], make)
  const cli: CliDefinition<CommandMap> = {
    name,
    version,
    description,
    ...(homepage && { homepage }),
    ...(own && { command: make({ path: [], command: own, lineage: [callable, own] }) }),
    ...(Object.keys(commands).length > 0 && { commands }),
    ...(authentication && { authentication }),
    ...(patterns && { patterns }),
    ...(options.prime && { prime: options.prime }),
  }
  return asForeign(cli, { tool: withPrime(tool, asForeign(cli, { tool })) })
}

/**
 * Makes options optional that have a value in the environment. The program reads it there, and it never goes on a line.
 */
function settled(tool: AtipTool, env: Readonly<Record<string, string | undefined>>): AtipTool {
  const copy = structuredClone(tool)
  const lists = [copy.globalOptions, ...[...walkCommands(copy)].map(({ command: { options } }) => options)]
  for (const option of lists.flatMap((list) => list ?? [])) {
    if (option.envVar !== undefined && (env[option.envVar] ?? '') !== '') option.required = false
  }
  return copy
}

/** Adds `prime`, which agents call first, unless the program has a command of that name. */
function withPrime(tool: AtipTool, cli: CliDefinition<CommandMap>): AtipTool {
  if (!offersPrime(cli)) return tool
  const prime = describeCommand(cli.name, addedCommandOf(cli, primeCommandDefinition(cli), 'prime'))
  return { ...tool, commands: Object.assign(Object.create(null), tool.commands, { prime }) as AtipTool['commands'] }
}

function toMap(
  commands: Readonly<Record<string, AtipCommand>>,
  path: readonly string[],
  lineage: CommandNode['lineage'],
  make: (node: CommandNode) => AnyCommand,
): CommandMap {
  const map = Object.create(null) as Record<string, CommandMap[string]>
  for (const [name, described] of Object.entries(commands)) {
    const node: CommandNode = { path: [...path, name], command: described, lineage: [...lineage, described] }
    if (isAboutHelp(described) || node.path.join() === '') continue
    if (described.commands === undefined) map[name] = make({ ...node, path: node.path.filter((word) => word !== '') })
    else {
      const below = toMap(described.commands, node.path, node.lineage, make)
      const itself = described.commands[''] === undefined && isInvocable(described) ? { '': make(node) } : {}
      map[name] = Object.assign(below, itself)
    }
  }
  return map
}

/** A command that only shows help, which callers over MCP do not need. */
function isAboutHelp({ 'x-atip': extension }: AtipCommand): boolean {
  return extension?.cases?.some(({ harmless, when }) => harmless === 'help' && when === undefined) === true
}

function toCommand(tool: AtipTool, node: CommandNode, { timeout }: AgentifyOptions, program: Program): AnyCommand {
  const { own, globals } = optionsFor(tool, node)
  const { args, options, toInput } = inputForms(node.command.arguments ?? [], [...own, ...globals])
  const { description, effects, examples, 'x-atip': extension } = node.command
  const foreign = command({
    description,
    args,
    options,
    output: OUTPUT,
    ...(effects && { effects }),
    ...(examples && { examples: examples.map((run) => ({ run, description: '' })) }),
    ...(extension?.aliases && { aliases: extension.aliases }),
    ...(timeout && { timeout }),
    run: ({ args: given, options: flags, ctx }) =>
      callProgram({ tool, path: node.path, input: toInput({ ...given, ...flags }), program, signal: ctx.signal }),
  })
  return asForeignCommand(foreign) as unknown as AnyCommand
}
