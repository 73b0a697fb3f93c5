import { PROTOCOL_VERSION, type AtipTool, type ByName, type Command as AtipCommand } from '@atip/protocol'
import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { SYNTAX } from '../describe/agent.js'
import { offersPrime, PRIME_VERSION } from '../describe/prime.js'
import { servedCommands } from '../mcp/served-commands.js'
import type { LoadedGroup } from '../model/model.js'
import { flagsOf } from '../model/scope.js'
import { toAtipGlobals } from '../model/to-atip.js'
import { loadTree, ownCommandOf } from '../model/tree.js'
import { byName, commandSurface, foreignSurface, withoutProse } from './command-surface.js'
import { exitCodes } from './exit-codes.js'

/** The format of the file. Raise it when a reader of the old format could go wrong. */
export const CONTRACT_FORMAT = 1

/** Everything about a tool that callers may rely on. Plain JSON, in ATIP fields as far as they exist. */
export interface Contract extends Pick<
  AtipTool,
  'name' | 'version' | 'authentication' | 'effects' | 'globalOptions' | 'x-atip'
> {
  contract: typeof CONTRACT_FORMAT
  commands: ByName<AtipCommand>
  /** Values may come from configuration files. */
  config?: true
  exitCodes?: Record<string, string>
  prime?: { version: string; preferredCommands?: string[]; deprecatedCommands?: string[] }
}

/** The contract of a tool's current code. Loads every lazy command. */
export async function contractOf(cli: CliDefinition<CommandMap>): Promise<Contract> {
  const { name, version } = cli
  const prime = primeOf(cli)
  const surface = foreignOf(cli) === undefined ? await ownSurface(cli) : foreignTool(foreignOf(cli)!.tool)
  return { contract: CONTRACT_FORMAT, name, version, ...(prime && { prime }), ...surface }
}

type Surface = Omit<Contract, 'contract' | 'name' | 'version' | 'prime'>

async function ownSurface(cli: CliDefinition<CommandMap>): Promise<Surface> {
  const root = ownCommandOf(cli)
  const served = [...servedCommands(cli)].map(([name, { path }]) => [path.join(' '), name] as const)
  const names = new Map(served)
  const own = root ? [['', commandSurface(root, [], names.get(''))] as const] : []
  const replaced = new Set(root?.parameters.flatMap(({ flags }) => flags))
  // Commands that take --dry-run list it themselves.
  const globals = toAtipGlobals(flagsOf(cli), replaced).filter((option) => option.name !== 'dryRun')
  return {
    ...(cli.authentication && { authentication: cli.authentication }),
    commands: toMap([...own, ...below(await loadTree(cli), names, offersPrime(cli) ? ['prime'] : [])]),
    ...(cli.config === true && { config: true as const }),
    exitCodes: exitCodes(),
    globalOptions: byName(globals.map(withoutProse)),
    'x-atip': { syntax: SYNTAX },
  }
}

type Entry = readonly [name: string, command: AtipCommand]

/** Hidden commands are included: they can be called, and hiding one must not look like removing it. */
function below(
  { children }: LoadedGroup,
  names: ReadonlyMap<string, string>,
  builtIn: readonly string[] = [],
): Entry[] {
  const entries: Entry[] = []
  const taken = new Set([...builtIn, ...children.keys()])
  for (const [name, node] of children) {
    if (node.kind === 'group') {
      const commands = below(node, names)
      if (commands.length > 0) entries.push([name, { description: '', commands: toMap(commands) }])
      continue
    }
    // An alias that several commands claim belongs to the first.
    const aliases = (node.command.definition.aliases ?? []).filter((alias) => !taken.has(alias))
    for (const alias of aliases) taken.add(alias)
    entries.push([name, commandSurface(node, aliases, names.get(node.path.join(' ')))])
  }
  return entries
}

/** `constructor` and `__proto__` are names like any other. */
function toMap(entries: readonly Entry[]): ByName<AtipCommand> {
  const map = Object.create(null) as ByName<AtipCommand>
  for (const [name, command] of entries) map[name] = command
  return map
}

function foreignTool({ authentication, effects, globalOptions, commands = {}, ...tool }: AtipTool): Surface {
  return {
    ...(authentication && { authentication }),
    ...(effects && { effects }),
    ...(globalOptions && { globalOptions: byName(globalOptions.map(withoutProse)) }),
    ...(tool['x-atip'] && { 'x-atip': tool['x-atip'] }),
    commands: toMap(Object.entries(commands).map(([name, command]) => [name, foreignSurface(command)] as const)),
  }
}

function primeOf(cli: CliDefinition<CommandMap>): Contract['prime'] {
  if (!offersPrime(cli)) return undefined
  const { preferredCommands, deprecatedCommands } = cli.prime ?? {}
  return {
    version: PRIME_VERSION,
    ...(preferredCommands && { preferredCommands: [...preferredCommands] }),
    ...(deprecatedCommands && { deprecatedCommands: [...deprecatedCommands] }),
  }
}

/** The part of a contract that is an ATIP description. */
export function documentOf(contract: Contract): unknown {
  const { name, authentication, effects, globalOptions, commands } = contract
  return {
    name,
    ...(authentication && { authentication }),
    ...(effects && { effects }),
    ...(globalOptions && { globalOptions }),
    ...(contract['x-atip'] && { 'x-atip': contract['x-atip'] }),
    // A contract omits these, so that only promises are compared.
    atip: { version: PROTOCOL_VERSION },
    version: '0',
    description: '',
    commands: described(commands),
  }
}

function described(commands: ByName<AtipCommand>): ByName<AtipCommand> {
  return toMap(
    Object.entries(commands).map(([name, command]) => {
      const isGroup = typeof command.commands === 'object' && command.commands !== null
      return [
        name,
        { ...command, description: '', ...(isGroup && { commands: described(command.commands!) }) },
      ] as const
    }),
  )
}
