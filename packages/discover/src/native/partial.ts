import { countInvocable, walkCommands, type AtipTool, type ByName, type Command, type Omitted } from '@atip/protocol'

/**
 * Marks an answer to a limited request as partial, in case the tool did not: what is missing is unknown, not absent.
 * Only a count that leaves nothing out is believed.
 */
export function markPartial(tool: AtipTool, reason: Omitted['reason']): AtipTool {
  const { totalCommands } = tool
  if (tool.partial !== true && totalCommands !== undefined && countInvocable(tool) >= totalCommands) return tool
  const hasMarks = Object.values(tool.commands ?? {}).some(isCut)
  const whole = Object.entries(tool.commands ?? {}).filter(([, command]) => hasMarks && !isCut(command))
  return {
    ...tool,
    partial: true,
    omitted: tool.omitted ?? { reason, safetyAssumption: 'unknown' },
    _completed: whole.map(([name]) => name),
  }
}

/** Paths, with slashes, below which a partial description is complete. */
export function completedIn({ _completed }: AtipTool): string[] {
  return Array.isArray(_completed) ? _completed.filter((path) => typeof path === 'string') : []
}

/** Whether the description has everything below a path. */
export function hasSubtree(tool: AtipTool, path: readonly string[]): boolean {
  if (tool.partial !== true) return true
  const completed = new Set(completedIn(tool))
  return path.some((_, index) => completed.has(path.slice(0, index + 1).join('/')))
}

/** Whether a command cannot exist: the top level is complete, and it is not on the top level. */
export function isAbsent(tool: AtipTool, path: readonly string[]): boolean {
  const [top] = path
  if (top === undefined || tool.omitted?.reason !== 'depth-limited') return false
  return !Object.hasOwn(tool.commands ?? {}, top)
}

export function commandAt(tool: AtipTool, path: readonly string[]): Command | undefined {
  let place: { commands?: ByName<Command> } | undefined = tool
  for (const name of path) {
    place = place?.commands !== undefined && Object.hasOwn(place.commands, name) ? place.commands[name] : undefined
  }
  return path.length === 0 ? undefined : (place as Command | undefined)
}

/**
 * Adds a subtree from a later answer to the description. Only that subtree of the answer is used. Undefined if the
 * answer lacks it.
 */
export function withSubtree(tool: AtipTool, path: readonly string[], answer: AtipTool): AtipTool | undefined {
  const found = commandAt(answer, path)
  if (found === undefined) return undefined
  const key = path.join('/')
  const others = completedIn(tool).filter((other) => other !== key && !other.startsWith(`${key}/`))
  const commands = withCommand(tool.commands, path, { found, wayThere: answer.commands })
  const merged: AtipTool = { ...tool, commands, _completed: isCut(found) ? others : [...others, key] }
  merged.includedCommands = countInvocable(merged)
  const total = tool.totalCommands ?? answer.totalCommands
  if (total !== undefined) merged.totalCommands = total
  return isWhole(merged) ? withoutMarks(merged) : merged
}

/** Inserts a command. Groups on the way are still incomplete, or there would have been no reason to ask. */
function withCommand(
  commands: ByName<Command> | undefined,
  [name, ...rest]: readonly string[],
  subtree: { found: Command; wayThere: ByName<Command> | undefined },
): ByName<Command> {
  const result = Object.assign(Object.create(null) as ByName<Command>, commands)
  if (rest.length === 0) {
    result[name!] = isCut(subtree.found) ? union(result[name!], subtree.found) : subtree.found
    return result
  }
  const onTheWay = subtree.wayThere![name!]!
  const group = Object.hasOwn(result, name!) ? result[name!]! : onTheWay
  const below = { found: subtree.found, wayThere: onTheWay.commands }
  result[name!] = { ...group, commands: withCommand(group.commands, rest, below), _truncated: true }
  return result
}

/** The command found, with everything known below it. */
function union(known: Command | undefined, found: Command): Command {
  if (known?.commands === undefined) return found
  const commands = Object.assign(Object.create(null) as ByName<Command>, known.commands)
  for (const [name, command] of Object.entries(found.commands ?? {})) commands[name] = union(commands[name], command)
  return { ...found, commands }
}

/** Whether nothing is missing. Counts are not enough, because tools count groups differently. */
function isWhole(tool: AtipTool): boolean {
  const { commands = {}, totalCommands, omitted } = tool
  const completed = new Set(completedIn(tool))
  if (Object.entries(commands).some(([name, command]) => isCut(command) || (name !== '' && !completed.has(name)))) {
    return false
  }
  return totalCommands === undefined ? omitted?.reason === 'depth-limited' : countInvocable(tool) >= totalCommands
}

function withoutMarks(tool: AtipTool): AtipTool {
  const whole = { ...tool }
  for (const mark of ['partial', 'omitted', 'filter', '_completed'] as const) delete whole[mark]
  return whole
}

function isCut(command: Command): boolean {
  if (command._truncated === true) return true
  const below = { commands: command.commands } as AtipTool
  for (const node of walkCommands(below)) if (node.command._truncated === true) return true
  return false
}
