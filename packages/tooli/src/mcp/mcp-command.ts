import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '@atip/protocol'
import { command } from '../callable/command.js'
import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { ToolError } from '../errors/error.js'
import { t } from '../schema/t.js'
import { AGENT_NAMES, AGENTS, type AgentPlaces } from '../describe/agent-places.js'
import { changeFile, changeText, INSTALL_ERRORS } from '../files/change-file.js'
import { withBlock, withoutBlock } from '../files/marked-block.js'

/** The built-in `mcp add` and `mcp remove`: makes this tool an MCP server of an agent. */
export function mcpCommand(cli: CliDefinition<CommandMap>): Command {
  const mcp = command({
    description: 'Make this tool an MCP server of a coding agent, or take it away again',
    args: t.object({
      action: t.enum(['add', 'remove'], 'What to do'),
      agent: t.enum(AGENT_NAMES, 'The agent'),
    }),
    options: t.object({
      user: t.boolean('For all projects of the user, instead of the project in this folder').default(false),
      force: t.boolean('Replace another server of the same name').default(false),
    }),
    output: t.object({ file: t.string(), changed: t.boolean() }),
    effects: {
      filesystem: { read: true, write: true, delete: true },
      network: false,
      subprocess: false,
      destructive: false,
      idempotent: true,
    },
    dryRun: true,
    errors: INSTALL_ERRORS,
    async run({ args: { action, agent }, options: { user, force }, ctx }) {
      const places = AGENTS[agent]!
      const file = fileOf(places, user)
      const words = [...programWords(cli.name), '--serve-mcp', 'stdio']
      const edit = places.mcp.form === 'toml' ? tomlEdit(cli.name, words) : jsonEdit(cli.name, words, places, force)
      return changeFile(file, ctx, (text) => edit(text, action, file))
    },
    text: changeText,
  })
  return mcp as unknown as Command
}

type Edit = (text: string | undefined, action: 'add' | 'remove', file: string) => string | undefined

function fileOf({ name, mcp }: AgentPlaces, isUser: boolean): string {
  const place = isUser ? mcp.user : mcp.project
  if (place === undefined)
    throw new ToolError('E1004', `${name} has no such file for a user`, { details: { parameter: 'user' } })
  return isUser ? join(process.env.HOME || homedir(), place) : resolve(place)
}

/** The tool's name if it is on PATH, else Node and the script that runs now. */
function programWords(name: string): string[] {
  const isHere = (folder: string) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  }
  const isInstalled = (process.env.PATH ?? '').split(delimiter).some(isHere)
  const script = process.argv[1]
  return isInstalled || script === undefined ? [name] : [process.execPath, resolve(script)]
}

function entryOf([program, ...args]: readonly string[], form: AgentPlaces['mcp']['form']): object {
  if (form === 'mcp') return { type: 'local', command: [program, ...args], enabled: true }
  return { ...(form === 'servers' && { type: 'stdio' }), command: program, args }
}

function jsonEdit(name: string, words: readonly string[], { mcp: { form } }: AgentPlaces, isForced: boolean): Edit {
  const entry = entryOf(words, form)
  return (text, action, file) => {
    const document = readJson(text, file, JSON.stringify({ [form]: { [name]: entry } }))
    const servers = document[form] ?? {}
    if (!isObject(servers)) throw notUnderstood(file, `"${form}" is not an object`)
    const before = Object.hasOwn(servers, name) ? servers[name] : undefined
    if (action === 'remove') {
      if (before === undefined) return text
      const { [name]: _, ...others } = servers
      const { [form]: __, ...rest } = document
      const after = Object.keys(others).length > 0 ? { ...document, [form]: others } : rest
      return Object.keys(after).length === 0 ? undefined : print(after, text)
    }
    if (isDeepStrictEqual(before, entry)) return text
    if (before !== undefined && !isForced)
      throw new ToolError('E3940', `${file} has another server called "${name}"; replace it with --force`, {
        details: { file },
      })
    return print({ ...document, [form]: { ...servers, [name]: entry } }, text)
  }
}

function readJson(text: string | undefined, file: string, snippet: string): Record<string, unknown> {
  if (text === undefined || text.trim() === '') return {}
  try {
    const document: unknown = JSON.parse(text)
    if (isObject(document)) return document
  } catch {
    // Some of these files may have comments, which rewriting would lose.
    throw notUnderstood(file, `it is not plain JSON; add this yourself: ${snippet}`)
  }
  throw notUnderstood(file, 'it is no JSON object')
}

function notUnderstood(file: string, reason: string): ToolError {
  return new ToolError('E3941', `${file} is unchanged: ${reason}`, { details: { file } })
}

/** Keeps the indentation of the file. */
function print(document: object, before: string | undefined): string {
  const [, indent = '  '] = /^\{\r?\n([ \t]+)/.exec(before ?? '') ?? []
  return `${JSON.stringify(document, null, indent)}\n`
}

function tomlEdit(name: string, [program, ...args]: readonly string[]): Edit {
  const key = /^[\w-]+$/.test(name) ? name : JSON.stringify(name)
  const header = `[mcp_servers.${key}]`
  const lines = [header, `command = ${JSON.stringify(program)}`, `args = ${JSON.stringify(args)}`]
  return (text, action, file) => {
    const others = withoutBlock(text, name) ?? ''
    if (action === 'remove') return withoutBlock(text, name)
    if (others.split('\n').some((line) => line.trim() === header))
      throw new ToolError('E3940', `${file} has another server called "${name}"; remove it first`, {
        details: { file },
      })
    return withBlock(text, name, lines)
  }
}
