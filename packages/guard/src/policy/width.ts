import {
  effectsOf,
  fieldOf,
  findCommand,
  inheritedEffects,
  isReadOnly,
  NO_EFFECTS,
  parameterRules,
  parseArgv,
  walkCommands,
  worsen,
  type AtipTool,
  type EffectField,
  type Effects,
  type Parameter,
  type ParameterRule,
  type ParsedCall,
  type Reach,
  type ToolLookup,
} from '@atip/protocol/calls'

/** The fields in which one call can be worse than another, and their values from harmless to worst. */
const FIELDS = ['destructive', 'network', 'subprocess', 'filesystem.write', 'filesystem.delete'] as const
const RANKS: readonly unknown[] = [false, undefined, true]

/** The fields in which the first effects are, or may be, worse than the second. */
export function worseFields(effects: Effects, than: Effects): EffectField[] {
  return FIELDS.filter((field) => rankOf(effects, field) > rankOf(than, field))
}

function rankOf(effects: Effects, field: EffectField): number {
  return RANKS.indexOf(fieldOf(effects, field))
}

/** Whether its words are other commands, code or scripts: a rule about the command alone would allow anything. */
export function handsOver(tool: AtipTool, { path, uses }: Pick<ParsedCall, 'path' | 'uses'>): boolean {
  const operands: readonly Parameter[] = findCommand(tool, path)?.command.arguments ?? []
  return [...operands, ...uses.map(({ parameter }) => parameter)].some((one) => handedOver(one) !== undefined)
}

/** The kind of a parameter's value, if the program runs it. With `after`, only some values: `git push ext::…`. */
export function handedOver(parameter: Parameter): 'command' | 'code' | 'script' | undefined {
  for (const { value } of rulesOf(parameter)) {
    if (value?.kind === 'path' && value.access.includes('execute')) return 'script'
    if ((value?.kind === 'command' || value?.kind === 'code') && value.after === undefined) return value.kind
  }
  return undefined
}

/** Whether the call is worse than the bare command because of its options and operands. */
export function dependsOnWords(tool: AtipTool, command: readonly string[], effects: Effects): boolean {
  const bare = effectsOf(tool, parseArgv(tool, [tool.name, ...command.slice(1)]))
  return worseFields(effects, bare.own).length > 0
}

/**
 * The fields that other options or operands could make worse than in this call. Destructive ones do not matter, since a
 * rule that allows the command does not cover them. Commands to run are judged separately.
 */
export function limitsFor(tool: AtipTool, path: readonly string[], effects: Effects): EffectField[] {
  const command = findCommand(tool, path)?.command
  const others = [...(command?.options ?? []), ...(command?.arguments ?? [])].flatMap((one) => rulesOf(one))
  return FIELDS.filter((field) => {
    if (fieldOf(effects, field) !== false) return false
    if (field === 'destructive') return others.some(({ unknown }) => unknown === true)
    return others.some(({ effects: more = {} }) => more.destructive !== true && fieldOf(more, field) === true)
  })
}

/**
 * Whether other words of the command could lead to another machine or account, a larger bill, another service or a
 * secret: `kubectl get pods` and `kubectl get secrets` are one command.
 */
export function mayLeadElsewhere(
  tool: AtipTool,
  path: readonly string[],
  { effects, reach }: { effects: Effects; reach: Reach | undefined },
): boolean {
  const { network, cost, modifies = [] } = effects
  if (network === true || cost?.billable === true || modifies.some((one) => one !== 'files')) return true
  // Code of the project may do anything in any case.
  if (reach !== undefined) return false
  const { command, lineage = [] } = findCommand(tool, path) ?? {}
  const extensions = lineage.flatMap((one) => one['x-atip'] ?? [])
  if (extensions.some(({ account }) => account !== undefined)) return true
  const printed = extensions.flatMap(({ prints = [] }) => prints).map((one) => one.kind)
  const parameters = [...(command?.options ?? []), ...(command?.arguments ?? [])].flatMap((one) => rulesOf(one))
  const rules = [...parameters, ...extensions.flatMap(({ cases = [] }) => cases)]
  return [...printed, ...rules.map(({ prints }) => prints)].some((kind) => kind === 'secret' || kind === 'environment')
}

function rulesOf(parameter: Parameter): ParameterRule[] {
  return parameterRules(parameter as Parameters<typeof parameterRules>[0])
}

/** Whether the words run project code or something unknown, which differs from folder to folder. */
export function runsProjectCode(words: readonly string[], lookup: ToolLookup): boolean {
  const tool = lookup(words[0]!)
  if (tool === undefined) return true
  const { own, paths } = effectsOf(tool, parseArgv(tool, [tool.name, ...words.slice(1)]))
  const runsFile = paths.some(({ path, access }) => access?.includes('execute') === true && !path.startsWith('/'))
  return own.destructive === undefined || runsFile
}

/** Whether a command is known to change nothing, with any options and operands. */
export function onlyReads(words: readonly string[], lookup: ToolLookup): boolean {
  const tool = lookup(words[0]!)
  if (tool === undefined) return false
  const { path, leftovers } = parseArgv(tool, [tool.name, ...words.slice(1)])
  if (leftovers.some(({ reason }) => reason === 'unknown-command')) return false
  const nodes = [...walkCommands(tool)].filter((node) => path.every((name, index) => (node.path[index] ?? '') === name))
  const parameters = nodes.flatMap(({ command }) => [...(command.options ?? []), ...(command.arguments ?? [])])
  const rules = [...(tool.globalOptions ?? []), ...parameters].flatMap((one) => rulesOf(one))
  return (
    nodes.length > 0 &&
    nodes.every((node) => isReadOnly(inheritedEffects(node.lineage))) &&
    rules.every(({ unknown, value, effects = {} }) => {
      const isRun = value?.kind === 'command' || value?.kind === 'code'
      return unknown !== true && !isRun && isReadOnly(worsen(NO_EFFECTS, effects))
    })
  )
}
