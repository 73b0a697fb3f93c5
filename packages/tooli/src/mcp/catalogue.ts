import { ProtocolError, ProtocolErrorCode, type CallToolResult, type Tool } from '@modelcontextprotocol/server'
import { closest } from '@atip/protocol'
import { failure } from '../call/outcome.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { check } from '../schema/check.js'
import type { Form } from '../schema/form.js'
import type { WantedCall } from './call.js'
import { toResult } from './result.js'
import { createSearch } from './search.js'
import { cut, LONGEST_DESCRIPTION, toolOf, type ServedCommand } from './served-commands.js'
import { hintsOf } from './tool-effects.js'

/** Many commands behind few tools: a model searches, reads and runs them, and its context holds only what it needs. */
export interface Catalogue {
  tools(): Promise<Tool[]>
  /** The answer of a tool that only informs, or the call to make. */
  call(name: string, given: Readonly<Record<string, unknown>>): Promise<Omit<WantedCall, 'yes'> | CallToolResult>
}

const MOST_HITS = 50
const USUAL_HITS = 8

const COMMAND: Form = { type: 'string', description: 'Name of a command, as search_commands gives it' }

const RUN: Form = {
  type: 'object',
  properties: {
    command: COMMAND,
    arguments: { type: 'object', description: 'What the command takes, as describe_command tells', default: {} },
  },
  required: ['command'],
  additionalProperties: false,
}

const SEARCH: Form = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'What is to be done, in plain words' },
    limit: { type: 'integer', minimum: 1, maximum: MOST_HITS, default: USUAL_HITS, description: 'At most this many' },
  },
  required: ['query'],
  additionalProperties: false,
}

const DESCRIBE: Form = {
  type: 'object',
  properties: { command: COMMAND },
  required: ['command'],
  additionalProperties: false,
}

const TELLS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const

const INPUTS: Record<string, Form> = {
  search_commands: SEARCH,
  describe_command: DESCRIBE,
  run_read_only_command: RUN,
  run_command: RUN,
}

export function createCatalogue(
  cli: CliDefinition<CommandMap>,
  commands: ReadonlyMap<string, ServedCommand>,
): Catalogue {
  const prime = commands.get('prime')
  let search: ReturnType<typeof createSearch<ServedCommand>> | undefined
  const find = (name: unknown): ServedCommand => {
    const command = commands.get(String(name))
    if (command !== undefined) return command
    const likely = closest(String(name), [...commands.keys()])
    throw new ToolError(CODES.unknownCommand, `${cli.name} has no command "${String(name)}"`, {
      suggestion: {
        action: 'retry_with_modified_input',
        fix: likely === undefined ? 'Find it with search_commands' : `Did you mean "${likely}"?`,
        applicability: likely === undefined ? 'has_placeholders' : 'maybe_incorrect',
      },
    })
  }

  return {
    async tools() {
      const tools: Tool[] = [
        tool('search_commands', `Find commands of ${cli.name}: ${cli.description}. There are ${commands.size}.`, TELLS),
        tool('describe_command', `Tell what a command of ${cli.name} takes, gives and does.`, TELLS),
        tool(
          'run_read_only_command',
          `Run a command of ${cli.name} that is known to change nothing; others are refused.`,
          { readOnlyHint: true, destructiveHint: false },
        ),
        tool(
          'run_command',
          `Run any command of ${cli.name}. Commands that are not known to be safe may ask the user first.`,
          {},
        ),
      ]
      return prime === undefined ? tools : [...tools, await toolOf(cli, prime)]
    },
    async call(name, given) {
      if (name === 'prime' && prime !== undefined) return { command: prime, given }
      const form = Object.hasOwn(INPUTS, name) ? INPUTS[name] : undefined
      if (form === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool "${name}"`)
      try {
        const input = checked(form, given)
        if (name === 'search_commands') {
          search ??= createSearch([...commands.values()])
          return tell(
            cli,
            search(String(input.query), Number(input.limit)).map(({ entry }) => brief(entry)),
          )
        }
        const command = find(input.command)
        if (name === 'describe_command') return tell(cli, await described(cli, command))
        if (name === 'run_read_only_command') await refuseWriter(command)
        return { command, given: input.arguments as Record<string, unknown>, through: name }
      } catch (error) {
        return toResult(failure(error, metaOf(cli)), 'document')
      }
    },
  }
}

function tool(name: string, description: string, annotations: object): Tool {
  return { name, description: cut(description, LONGEST_DESCRIPTION), inputSchema: INPUTS[name], annotations } as Tool
}

function checked(form: Form, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { value, issues } = check(form, given)
  const [issue] = issues
  if (issue === undefined) return value as Record<string, unknown>
  const at = (issue.path ?? []).map(String).join('.')
  throw new ToolError(CODES.invalidValue, `${at === '' ? 'the input' : at} ${issue.message}`)
}

/** Enough to choose a command; `describe_command` returns the rest. */
const LONGEST_BRIEF = 300

const brief = ({ name, description }: ServedCommand) => ({
  command: name,
  description: cut(description.split('\n', 1)[0]!, LONGEST_BRIEF),
})

async function described(cli: CliDefinition<CommandMap>, command: ServedCommand): Promise<unknown> {
  const { name, ...rest } = await toolOf(cli, command)
  const { effects, examples } = (await command.load()).command.definition
  return { command: name, ...rest, ...(effects && { effects }), ...(examples && { examples }) }
}

async function refuseWriter(command: ServedCommand): Promise<void> {
  if (hintsOf(await command.load()).readOnlyHint === true) return
  throw new ToolError(CODES.refusedByPolicy, `"${command.name}" is not known to change nothing; nothing was done`, {
    exitCode: EXIT.permission,
    suggestion: { action: 'use_different_tool', fix: 'Call it with run_command', applicability: 'maybe_incorrect' },
  })
}

function tell(cli: CliDefinition<CommandMap>, data: unknown): CallToolResult {
  return toResult({ ok: true, data, meta: metaOf(cli) }, 'document')
}

function metaOf({ name, version }: CliDefinition<CommandMap>) {
  return { tool: name, version, command: '' }
}
