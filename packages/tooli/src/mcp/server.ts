import { Server, type ServerCapabilities } from '@modelcontextprotocol/server'
import { instructionsFor } from './instructions.js'
import { completePrompt, listPrompts } from './prompts.js'
import { completeResource, findResource, listResources, listTemplates, readResource } from './resources.js'
import type { Serving } from './serving.js'
import { readSkill, serveSkill } from './skill.js'

/** How long a client may cache a list: it changes only with the program. */
const LISTS = { ttlMs: 3_600_000, cacheScope: 'private' } as const

/** A server for one connection, or for one request if requests are independent. */
export function createServer(serving: Serving): Server {
  const { cli } = serving
  const server = new Server(
    { name: cli.name, version: cli.version, ...(cli.homepage !== undefined && { websiteUrl: cli.homepage }) },
    {
      capabilities: capabilitiesOf(serving),
      instructions: instructionsFor(cli, serving.isSearched),
      cacheHints: {
        'tools/list': LISTS,
        'prompts/list': LISTS,
        'resources/list': LISTS,
        'resources/templates/list': LISTS,
        'server/discover': LISTS,
      },
    },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: await serving.tools() }))
  server.setRequestHandler('tools/call', ({ params }, ctx) => serving.callTool(params, server, ctx))
  addPrompts(server, serving)
  addResources(server, serving)
  addCompletions(server, serving)
  if (cli.mcp?.offers?.includes('skill') ?? true) serveSkill(server, cli)
  return server
}

function capabilitiesOf({ cli: { mcp = {} } }: Serving): ServerCapabilities {
  const isWatched = Object.values(mcp.resources ?? {}).some(({ watch }) => watch !== undefined)
  const completes = mcp.prompts !== undefined || mcp.resources !== undefined
  return {
    tools: {},
    logging: {},
    resources: isWatched ? { subscribe: true } : {},
    prompts: {},
    ...(completes && { completions: {} }),
  }
}

/** Needed even without prompts: the official suite requests the list from every server, and it may be empty. */
function addPrompts(server: Server, serving: Serving): void {
  const prompts = serving.cli.mcp?.prompts ?? {}
  server.setRequestHandler('prompts/list', async () => ({ prompts: listPrompts(prompts) }))
  server.setRequestHandler('prompts/get', ({ params }, ctx) => serving.getPrompt(params, server, ctx))
}

function addResources(server: Server, { cli }: Serving): void {
  const resources = cli.mcp?.resources ?? {}
  server.setRequestHandler('resources/list', async () => ({ resources: listResources(resources) }))
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: listTemplates(resources) }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    return (await readSkill(cli, uri)) ?? readResource(resources, uri)
  })
  const watched = new Map<string, () => void>()
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const watch = findResource(resources, uri)?.definition.watch
    const tell = () => void server.sendResourceUpdated({ uri }).catch(() => {})
    if (watch !== undefined && !watched.has(uri)) watched.set(uri, watch(tell))
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    watched.get(uri)?.()
    watched.delete(uri)
    return {}
  })
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK knows no other way
  server.onclose = () => {
    for (const stop of watched.values()) stop()
    watched.clear()
  }
}

/** The protocol allows at most this many values. */
const MOST_VALUES = 100

function addCompletions(server: Server, { cli: { mcp = {} } }: Serving): void {
  const { prompts, resources } = mcp
  if (prompts === undefined && resources === undefined) return
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const { name, value } = argument
    const found =
      ref.type === 'ref/prompt'
        ? await completePrompt(prompts ?? {}, ref.name, name, value)
        : await completeResource(resources ?? {}, ref.uri, name, value)
    return {
      completion: { values: found.slice(0, MOST_VALUES), total: found.length, hasMore: found.length > MOST_VALUES },
    }
  })
}
