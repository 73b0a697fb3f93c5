import { compileTools } from 'atip-bridge'
import { findTool } from '@atip/discover'
import { untilLoaded } from '@atip/guard'
import { declaredEffects, findCommand, parameterRules, worsen, type AtipTool, type Effects } from '@atip/protocol'
import { command, ToolError, type Command, type Form } from 'tooli'
import { machineHere } from '../home.js'
import { knownTools } from '../known-tools.js'
import type { ServerSettings } from './settings.js'

/** The description of a program of this machine. */
export async function describedProgram(word: string): Promise<AtipTool> {
  const machine = machineHere()
  const found = await findTool(machine, word)
  if (!found.ok) throw new ToolError('E3210', `${JSON.stringify(word)}: ${found.reason}`)
  const lookup = knownTools(machine)
  const tool = await untilLoaded(() => lookup(word))
  if (tool !== undefined) return { ...tool, name: word }
  throw new ToolError('E3210', `nothing is known about what ${word} takes`, {
    suggestion: {
      action: 'use_different_tool',
      fix: 'Describe it first',
      example: `atip show ${word}`,
      applicability: 'maybe_incorrect',
    },
  })
}

/** A server command for each command of a program. */
export function commandTools(settings: ServerSettings, tool: AtipTool): Record<string, Command> {
  const { tools, index } = compileTools([tool], 'mcp')
  const entries = tools.map(({ name, description, inputSchema }) => {
    const entry = index.get(name)!
    const path = entry.kind === 'command' ? entry.path : []
    const one = command({
      description,
      options: withoutFlags(inputSchema as Form),
      effects: worstOf(tool, path),
      asksItself: true,
      endsItself: true,
      run: async ({ options, ctx }) =>
        (await import('./run-tool.js')).runTool(settings, { word: tool.name, name, input: given(options) }, ctx),
    })
    return [name, one as unknown as Command] as const
  })
  return Object.fromEntries(entries)
}

/** The server has no command line, so properties may have the names of the framework's flags. */
function withoutFlags(schema: Form): Form {
  const properties = Object.entries(schema.properties ?? {})
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([key, form]) => [key, { ...form, 'x-cli': { flags: [] } }])),
  }
}

function given(options: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options as object).filter(([, value]) => value !== undefined))
}

/** The worst effects that any arguments can have. */
function worstOf(tool: AtipTool, path: readonly string[]): Effects {
  const { command: found } = findCommand(tool, path) ?? {}
  const parameters = [...(tool.globalOptions ?? []), ...(found?.options ?? []), ...(found?.arguments ?? [])]
  const added = parameters.flatMap((one) => parameterRules(one).flatMap(({ effects }) => effects ?? []))
  return added.reduce<Effects>((sum, effects) => worsen(sum, effects), declaredEffects(tool, path))
}
