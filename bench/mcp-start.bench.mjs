/**
 * The cost for an agent to start an MCP server: from the start of the process to the list of its tools, over stdio,
 * with both generations of the protocol.
 */
import { cpSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { LEGACY, MODERN, timeToTools } from './mcp/conversation.mjs'
import { median } from './measure.mjs'
import { installOurs } from './peers.mjs'

export const peers = { '@modelcontextprotocol/server': '2.4.0', fastmcp: '4.20.16', zod: '4.6.7' }

const here = import.meta.dirname
const home = `${here}/.peers/mcp-start`
/** Fewer rounds suffice for a quick look on a busy machine. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25)

export async function* run() {
  installOurs('mcp-start')
  cpSync(`${here}/mcp-start`, home, { recursive: true })
  cpSync(`${here}/start/hello-tooli.mjs`, `${home}/hello-tooli.mjs`)
  writeManyCommands('many-lazy', (index) => `{ description: 'Does ${index}', load: () => import('./one-command.mjs') }`)
  writeManyCommands('many', (index) => `command({ description: 'Does ${index}', options, run: () => 'done' })`)
  await bundle('sdk-server')
  const servers = {
    'bare node, the same answer to all': ['bare.mjs'],
    'SDK, Server': ['sdk-server.mjs'],
    'SDK, Server, bundled': ['sdk-server-bundled.mjs'],
    'SDK, McpServer': ['sdk-mcp-server.mjs'],
    fastmcp: ['fastmcp.mjs'],
    'tooli, one command': ['hello-tooli.mjs', '--serve-mcp', 'stdio'],
    'tooli, 1,000 commands': ['many.mjs', '--serve-mcp', 'stdio'],
    'tooli, 1,000 commands, lazy': ['many-lazy.mjs', '--serve-mcp', 'stdio'],
  }
  for (const [era, conversation] of Object.entries({ 'before 2026': LEGACY, 'since 2026': MODERN })) {
    yield { title: `Start to tools/list, as clients ask ${era}`, rows: await compare(servers, conversation) }
  }
}

/** A tool with this many commands, written out as an author would. */
function writeManyCommands(name, entry) {
  const entries = Array.from({ length: 1000 }, (_, index) => `  'command-${index}': ${entry(index)},`)
  const head = "import { command, defineCli, t } from 'tooli'\n"
  const options = "const options = t.object({ fast: t.boolean('Hurry').default(false) })\n"
  const cli = "defineCli({ name: 'many', version: '1.0.0', description: 'Many', commands })"
  const one = "export default command({ description: 'One', options, run: () => 'done' })\n"
  writeFileSync(`${home}/one-command.mjs`, `${head}${options}${one}`)
  writeFileSync(
    `${home}/${name}.mjs`,
    `${head}${options}const commands = {\n${entries.join('\n')}\n}\nawait ${cli}.run()\n`,
  )
}

async function bundle(name) {
  await build({
    entryPoints: [`${home}/${name}.mjs`],
    outfile: `${home}/${name}-bundled.mjs`,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    // Ignores this repository's paths, which lead to the sources.
    tsconfigRaw: {},
  })
}

/** All servers in turn. Ratios are medians of the ratios within a round, so that a busy machine does not matter. */
async function compare(servers, conversation) {
  const samples = {}
  for (const [name, words] of Object.entries(servers)) {
    const first = await start(words, conversation)
    if (first === undefined) console.error(`left out: ${name}, which does not speak this`)
    else samples[name] = []
  }
  const names = Object.keys(samples)
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) samples[name].push(await start(servers[name], conversation))
  }
  const ratio = (name, other, what) =>
    median(samples[name].map((sample, round) => sample[what] / samples[other][round][what]))
  return names.map((name) => ({
    name,
    'CPU ms': Math.min(...samples[name].map(({ cpu }) => cpu)),
    'to bare node': ratio(name, names[0], 'cpu'),
    'to Server': ratio(name, names[1], 'cpu'),
    'wall ms': Math.min(...samples[name].map(({ wall }) => wall)),
    'wall to bare node': ratio(name, names[0], 'wall'),
    'wall to Server': ratio(name, names[1], 'wall'),
  }))
}

const start = ([file, ...words], conversation) =>
  timeToTools([process.execPath, `${home}/${file}`, ...words], conversation)
