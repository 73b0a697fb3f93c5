import {
  findCommand,
  humanise,
  isToolName,
  PROTOCOL_VERSION,
  walkCommands,
  type AtipTool,
  type Command,
  type CommandNode,
  type Parameter,
} from '@atip/protocol'
import { brief } from '../describe/agent-text.js'
import { featuresOf } from '../describe/agent.js'
import { packageOf, scriptName } from './package.js'
import type { AgentifyOptions, Program } from './vocabulary/types.js'

/**
 * Adds the author's declarations to a description, and missing names and descriptions. Effects are not guessed:
 * undeclared ones stay unknown.
 */
export function completeTool(described: AtipTool, options: AgentifyOptions, program: Program): AtipTool {
  const tool = structuredClone(described)
  const script = program?.at(-1)
  const own = script === undefined ? {} : packageOf(script)
  const names = [options.name, tool.name, script && scriptName(script)]
  const { homepage = tool.homepage ?? own.homepage, authentication = tool.authentication } = options
  const whole: AtipTool = {
    ...tool,
    atip: { version: PROTOCOL_VERSION },
    name: names.find((name) => name !== undefined && isToolName(name)) ?? 'program',
    version: options.version || tool.version || own.version || '0.0.0',
    description: '',
    ...(homepage && { homepage }),
    trust: { source: 'native' },
    ...(authentication && { authentication }),
    ...(options.patterns?.length && { patterns: [...options.patterns] }),
  }
  describeText(whole, options.description || tool.description || own.description || humanise(whole.name))
  for (const node of walkCommands(whole)) describeParts(node, whole)
  for (const option of whole.globalOptions ?? []) describeParameter(option)
  declare(whole, options)
  whole.atip.features = featuresOf(whole)
  return whole
}

/** ATIP recommends short descriptions; a longer text goes into `x-tooli`. */
function describeText(part: { description?: string; [extension: `x-${string}`]: unknown }, text: string): void {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim()
  part.description = brief(line)
  if (part.description !== line)
    part['x-tooli'] = { ...(part['x-tooli'] as object | undefined), description: text.trim() }
}

function describeParts({ path, command }: CommandNode, tool: AtipTool): void {
  const name = path.findLast((word) => word !== '')
  describeText(command, command.description || (name === undefined ? tool.description : humanise(name)))
  for (const parameter of [...(command.arguments ?? []), ...(command.options ?? [])]) describeParameter(parameter)
}

function describeParameter(parameter: Parameter): void {
  describeText(parameter, parameter.description || humanise(parameter.name))
}

/** Adds effects and examples by path. An unknown path is an error, because it would otherwise go unnoticed. */
function declare(tool: AtipTool, { effects = {}, examples = {} }: AgentifyOptions): void {
  for (const [path, declared] of Object.entries(effects)) commandAt(tool, path, 'effects').effects = declared
  for (const [path, lines] of Object.entries(examples)) commandAt(tool, path, 'examples').examples = [...lines]
}

function commandAt(tool: AtipTool, path: string, option: string): Command {
  const words = path.split(' ').filter((word) => word !== '')
  const isKnown = words.length > 0 || tool.commands?.[''] !== undefined
  const found = isKnown ? findCommand(tool, words)?.command : undefined
  if (found !== undefined) return found
  const paths = [...walkCommands(tool)].map((node) => JSON.stringify(node.path.filter((word) => word !== '').join(' ')))
  const message = `agentify: "${option}" names ${JSON.stringify(path)}, which is not a command of ${tool.name}`
  throw new TypeError(`${message}; there are ${[...new Set(paths)].join(', ') || 'none'}`)
}
