import type { CliDefinition, CommandMap } from '../define/types.js'
import { describeTool } from '../describe/agent.js'
import { offersPrime, primeForPeople } from '../describe/prime.js'
import type { CommandModel, LoadedGroup } from '../model/model.js'
import { addedCommandOf, loadTree, ownCommandOf } from '../model/tree.js'
import { MANIFEST_FORMAT, type Manifest } from './read-manifest.js'

export { MANIFEST_FORMAT, readManifest, type Manifest, type ManifestReading } from './read-manifest.js'

type Cli = CliDefinition<CommandMap>

/** Create the parts of the manifest that belong to other surfaces. */
export interface Producers {
  help: (cli: Cli, node: LoadedGroup | CommandModel) => unknown
  completion: (cli: Cli) => unknown
}

export async function createManifest(cli: Cli, { help, completion }: Producers): Promise<Manifest> {
  const pages: [string, unknown][] = []
  for (const node of nodesOf(cli, await loadTree(cli))) pages.push([node.path.join(' '), await help(cli, node)])
  return {
    manifest: MANIFEST_FORMAT,
    name: cli.name,
    version: cli.version,
    agent: await describeTool(cli),
    help: Object.fromEntries(pages),
    completion: (await completion(cli)) ?? null,
  }
}

function* nodesOf(cli: Cli, root: LoadedGroup): Generator<LoadedGroup | CommandModel> {
  yield ownCommandOf(cli) ?? root
  yield* below(root)
  if (offersPrime(cli)) yield addedCommandOf(cli, primeForPeople(cli), 'prime')
}

function* below(group: LoadedGroup): Generator<LoadedGroup | CommandModel> {
  for (const [name, node] of group.children) {
    // The page of a group also describes its own command.
    if (name !== '') yield node
    if (node.kind === 'group') yield* below(node)
  }
}
