/**
 * `atip mcp`: its start-up cost, with few and with many commands in the catalog, compared with the example server of
 * the SDK; its memory; the tokens of tasks; and whether models find the same commands through it as the library.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { compileTools } from '../packages/bridge/dist/index.js'
import { countInvocable, normalise } from '../packages/protocol/dist/index.js'
import { median } from './measure.mjs'
import { LEGACY, MODERN, openServer, timeToTools } from './mcp/conversation.mjs'
import { knownCommands, linesOf } from './mcp/known-commands.mjs'
import { manyTools, plantMachine } from './mcp/planted-machine.mjs'
import { at, doTasks, recallOf, totalsOf } from './mcp/tasks.mjs'
import { installInto } from './peers.mjs'

export const peers = { '@modelcontextprotocol/server': '2.4.0' }

const here = import.meta.dirname
const peerHome = `${here}/.peers/mcp`
/** Fewer rounds suffice for a quick look on a busy machine. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 25)
const TASKS = Number(process.env.BENCH_TASKS ?? 1050)

export async function* run() {
  const home = mkdtempSync(join(tmpdir(), 'atip-bench-'))
  try {
    cpSync(installInto(`${home}/packed`, 'atip'), `${home}/atip`, { recursive: true })
    const program = `${home}/atip/bin/atip.cjs`
    const few = plantMachine(`${home}/few`, manyTools(100), program)
    const many = plantMachine(`${home}/many`, manyTools(50_000), program)
    for (const [era, conversation] of Object.entries({ 'before 2026': LEGACY, 'since 2026': MODERN })) {
      const rows = await starts(program, { few, many }, conversation)
      yield { title: `start to tools/list, as clients ask ${era}`, rows }
    }
    yield {
      title: 'the most memory, in MB',
      rows: [await memory(program, few, 100), await memory(program, many, 50_000)],
    }
    yield* tasks(home, program)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** All in turn. Ratios are medians of the ratios within a round, so that a busy machine does not matter. */
async function starts(program, { few, many }, conversation) {
  cpSync(`${here}/mcp-start/sdk-server.mjs`, `${peerHome}/sdk-server.mjs`)
  const atip = [process.execPath, program, 'mcp']
  const servers = {
    'SDK, Server': { argv: [process.execPath, `${peerHome}/sdk-server.mjs`], env: few },
    'atip mcp, 100 commands': { argv: atip, env: few },
    'atip mcp, 50,000 commands': { argv: atip, env: many },
  }
  const samples = Object.fromEntries(Object.keys(servers).map((name) => [name, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, { argv, env }] of Object.entries(servers)) {
      const sample = await timeToTools(argv, conversation, env)
      if (sample === undefined) throw new Error(`${name} did not list its tools`)
      if (round >= 0) samples[name].push(sample)
    }
  }
  const [sdk, hundred] = Object.values(samples)
  const ratio = (some, others, what) => median(some.map((one, round) => one[what] / others[round][what]))
  return Object.entries(samples).map(([name, some]) => ({
    name,
    'CPU ms': median(some.map(({ cpu }) => cpu)),
    'to Server': ratio(some, sdk, 'cpu'),
    'to 100 commands': ratio(some, hundred, 'cpu'),
    'wall ms': median(some.map(({ wall }) => wall)),
    'wall to Server': ratio(some, sdk, 'wall'),
    'wall to 100 commands': ratio(some, hundred, 'wall'),
    'memory, MB': median(some.map(({ memory: used }) => used)),
  }))
}

const SEARCHES = 500

async function memory(program, env, commands) {
  const server = await openServer([process.execPath, program, 'mcp'], env, env.HOME)
  try {
    await server.ask('tools/list')
    const row = { commands, 'tools/list': server.memory() }
    const queries = linesOf('queries.dev.jsonl').map(({ query }) => query)
    const search = async (count) => {
      for (const query of queries.slice(0, count)) {
        await server.ask('tools/call', { name: 'search_tools', arguments: { query: `${query} thing` } })
      }
      return server.memory()
    }
    row['first search'] = await search(1)
    row[`${SEARCHES} searches`] = await search(SEARCHES)
    row[`${2 * SEARCHES} searches`] = await search(SEARCHES)
    return row
  } finally {
    server.close()
  }
}

async function* tasks(home, program) {
  const tools = await knownCommands()
  const env = plantMachine(`${home}/known`, tools, program)
  const all = linesOf('queries.dev.jsonl')
  const queries = all.filter((_, index) => index % Math.ceil(all.length / TASKS) === 0)
  const found = byLibrary(program, env, queries)
  const server = await openServer([process.execPath, program, 'mcp'], env, env.HOME)
  try {
    const definitions = (await server.ask('tools/list')).tools
    const done = await doTasks(server, queries)
    const commands = tools.reduce((sum, tool) => sum + countInvocable(normalise(tool)), 0)
    yield {
      title: `tokens (o200k) of ${done.length} tasks, ${commands} commands`,
      rows: tokens(tools, definitions, done),
    }
    yield {
      title: 'the right command among the first five, of a hundred tasks',
      rows: [
        { by: 'library', 'recall@5': 100 * recallOf(found) },
        { by: 'atip mcp', 'recall@5': 100 * recallOf(done) },
      ],
    }
  } finally {
    server.close()
  }
}

/** `standing` tokens are read with every request; the others once per task. */
function tokens(tools, definitions, done) {
  const own = countTokens(JSON.stringify(definitions))
  const everything = tools.map((tool) => countTokens(JSON.stringify(compileTools([normalise(tool)], 'mcp').tools)))
  const row = (name, standing, values) => ({ name, standing, median: at(values, 0.5), p95: at(values, 0.95) })
  const calls = done.map(({ call }) => call)
  return [
    row(
      'every command a tool',
      everything.reduce((sum, one) => sum + one, 0),
      calls,
    ),
    row('atip mcp', own, totalsOf(done)),
    ...['search', 'describe', 'call'].map((part) =>
      row(
        `  ${part}`,
        0,
        done.map((task) => task[part]),
      ),
    ),
  ]
}

/** The results of the library's search in the same catalog. */
function byLibrary(program, env, queries) {
  const input = queries.map(({ query }, id) => JSON.stringify({ id, query })).join('\n')
  const words = [program, 'search', '--batch', '--limit', '5']
  const output = execFileSync(process.execPath, words, { env, input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const answers = new Map(
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ id, hits }) => [id, hits]),
  )
  return queries.map(({ source, expected }, id) => ({
    source,
    isFound: answers.get(id).some((name) => expected.includes(name)),
  }))
}
