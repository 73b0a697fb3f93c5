import { basename } from 'node:path'
import type { AtipTool, ByName, Command } from '@atip/protocol'
import { generateFromHelp, generateFromMan, isEmpty, type FoundCommand } from '../../generate/index.js'
import { inferEffects, type Inference } from '../../generate/inference/infer.js'
import type { Sandbox } from '../../sandbox/index.js'
import { askHelp, askManual, askMore } from './ask-help.js'

export interface DescribeOptions {
  sandbox: Sandbox
  /** How many levels of subcommands are asked; 0 for the tool alone. */
  depth: number
  /** Begin with this command instead of the whole tool. */
  path?: readonly string[]
  signal?: AbortSignal
  onProgress?: (done: number, total: number, text: string) => void
}

export interface ToolDescription {
  metadata: AtipTool
  inferences: Inference[]
  notes: string[]
  /** Commands that were asked. */
  asked: number
}

/** More commands than this are not asked, one by one, in one go. */
const MOST_COMMANDS = 400
/** Questions under way at a time. */
const AT_ONCE = 4

/** Describes a program by asking it about itself and its commands, in the sandbox. Undefined if it says nothing. */
export async function describeTool(program: string, options: DescribeOptions): Promise<ToolDescription | undefined> {
  const name = basename(program)
  const notes: string[] = []
  const start = [...(options.path ?? [])]
  const first = await read(program, name, start, options)
  if (first === undefined) return undefined
  notes.push(...first.notes)
  const { metadata } = first
  const more = start.length > 0 ? undefined : await askMore(options.sandbox, program, first.text, options.signal)
  const longer = more === undefined ? undefined : generateFromHelp(more, { name, path: [] })
  if (longer !== undefined) enlarge(metadata, longer.metadata)
  const summary = start.length > 0 ? undefined : await summaryOf(name, options)
  if (summary !== undefined) {
    metadata.description = summary
    const own = metadata.commands?.['']
    if (own !== undefined) own.description = summary
  }
  const listed = [...first.found.commands, ...(longer?.found.commands ?? [])]
  let queue = start.length > 0 ? [] : childrenOf({ commands: listed }, [])
  let asked = 1
  for (let level = 1; level <= options.depth && queue.length > 0; level++) {
    const here = queue.slice(0, MOST_COMMANDS - asked)
    if (here.length < queue.length) notes.push(`${queue.length - here.length} commands were not asked: too many`)
    queue = []
    for (let index = 0; index < here.length; index += AT_ONCE) {
      const paths = here.slice(index, index + AT_ONCE)
      options.onProgress?.(asked, asked + here.length - index, `${name} ${paths[0]!.join(' ')}`)
      const answers = await Promise.all(paths.map((path) => read(program, name, path, options)))
      for (const [place, answer] of answers.entries()) {
        const path = paths[place]!
        // A word of the list that the program answers like itself is no command.
        if (answer === undefined || answer.text === first.text) continue
        put(metadata, path, answer.metadata)
        queue.push(...childrenOf(answer.found, path))
      }
      asked += paths.length
    }
  }
  if (queue.length === 0 && start.length === 0) {
    delete metadata.partial
    delete metadata.omitted
  }
  const { tool, inferences } = inferEffects(metadata)
  return { metadata: tool, inferences, notes, asked }
}

interface Answer {
  metadata: AtipTool
  found: FoundCommand
  notes: string[]
  text: string
}

/** Help first; the manual page where help says nothing. */
async function read(
  program: string,
  name: string,
  path: string[],
  options: DescribeOptions,
): Promise<Answer | undefined> {
  const { sandbox, signal } = options
  const naming = { name, path }
  const help = await askHelp(sandbox, program, path, signal)
  const fromHelp = help && generateFromHelp(help.text, naming)
  if (fromHelp && !isEmpty(fromHelp.found)) return { ...fromHelp, text: help.text }
  const page = await askManual(sandbox, [name, ...path].join('-'), signal)
  if (page === undefined) return undefined
  const fromMan = generateFromMan(page, naming)
  return isEmpty(fromMan.found) ? undefined : { ...fromMan, text: page }
}

/** A manual page says in one line what the tool is for; help often begins with something else. */
async function summaryOf(name: string, { sandbox, signal }: DescribeOptions): Promise<string | undefined> {
  const page = await askManual(sandbox, name, signal)
  const { description = '' } = page === undefined ? {} : generateFromMan(page, { name, path: [] }).found
  return description.length > 0 && description.length <= 200 ? description : undefined
}

function childrenOf({ commands }: Pick<FoundCommand, 'commands'>, path: readonly string[]): string[][] {
  return [...new Set(commands.map(({ name }) => name))]
    .filter((name) => name !== 'help' && /^[a-z0-9][\w.:-]*$/i.test(name))
    .map((name) => [...path, name])
}

/** Adds what a longer help lists; of options, the longer list counts. */
function enlarge(tool: AtipTool, longer: AtipTool): void {
  const commands = Object.create(null) as ByName<Command>
  for (const [name, command] of Object.entries(longer.commands ?? {})) if (name !== '') commands[name] = command
  for (const [name, command] of Object.entries(tool.commands ?? {})) commands[name] = command
  const own = commands['']
  const { options = [] } = longer.commands?.[''] ?? {}
  if (own !== undefined && options.length > (own.options?.length ?? 0)) commands[''] = { ...own, options }
  if (Object.keys(commands).length > 0) tool.commands = commands
  if ((longer.globalOptions?.length ?? 0) > (tool.globalOptions?.length ?? 0))
    tool.globalOptions = longer.globalOptions!
}

/** Puts what was found out about a command in its place. */
function put(tool: AtipTool, path: readonly string[], answer: AtipTool): void {
  let from: ByName<Command> | undefined = answer.commands
  let to: ByName<Command> | undefined = tool.commands
  for (const [depth, name] of path.entries()) {
    const found: Command | undefined = from?.[name]
    const known: Command | undefined = to?.[name]
    if (found === undefined || known === undefined) return
    if (depth === path.length - 1) {
      const description = known.description || found.description
      to![name] = {
        ...found,
        description,
        ...(known['x-atip'] && { 'x-atip': { ...known['x-atip'], ...found['x-atip'] } }),
      }
      return
    }
    from = found.commands
    to = known.commands
  }
}
