/** The cost of a call through the runtime, without the tool itself, and how it grows with the calls of a batch. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { median } from './measure.mjs'
import { installInto } from './peers.mjs'
import { aiSdk, openAiAgents } from './runtime-peers.mjs'

/** The newest versions that run on Node 20. */
export const peers = { ai: '6.0.318', '@openai/agents': '0.20.0', zod: '4.6.7' }

export async function* run() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-runtime-'))
  try {
    const installed = installInto(folder, '@atip/runtime')
    const ours = toolsOf(await import(pathToFileURL(join(installed, 'dist/index.js')).href))
    yield await calls(ours, folder)
    yield await processes(ours)
    yield await growth(ours)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const PARAMETERS = { type: 'object', properties: {}, required: [], additionalProperties: false }

/** The parts of the installed runtime that the benchmarks need. */
function toolsOf({ createCommandRunner, createRuntime, defineTool, openAudit, toolsFromAtip }) {
  const quiet = { readOnly: true, openWorld: false, concurrencySafe: true, footprint: [] }
  const base = { namespace: 'bench', description: 'bench', input: PARAMETERS, execute: () => 'ok' }
  const writes = { ...quiet, readOnly: false, destructive: false, footprint: [{ key: 'db:x', access: 'write' }] }
  const effects = { network: false, subprocess: false, destructive: false, filesystem: { write: false, delete: false } }
  const described = { atip: { version: '0.6' }, name: 'true', version: '1', description: 'bench' }
  const runner = createCommandRunner()
  return {
    openAudit,
    noop: defineTool({ ...base, id: 'bench.noop', name: 'noop', facts: () => quiet }),
    writer: defineTool({ ...base, id: 'bench.write', name: 'write', facts: () => writes }),
    program: toolsFromAtip({ ...described, effects, trust: { source: 'user' } }, runner)[0],
    /** A function that makes some calls in one batch. */
    batches(tool, options = {}) {
      const runtime = createRuntime({ tools: [tool], cwd: '/', rules: [{ decision: 'allow', tool: '*' }], ...options })
      const surface = runtime.surface()
      return async (count) => {
        const calls = Array.from({ length: count }, (_, id) => ({ id: String(id), name: tool.name, input: {} }))
        const results = await runtime.run(surface, calls).results
        const failed = results.find(({ status }) => status !== 'succeeded')
        if (failed !== undefined) throw new Error(failed.error.message)
      }
    },
  }
}

/** The cost of a call is the difference between many and few calls, so that the peers' cost per turn does not count. */
const FEW = 1
const MANY = 11
/** Turns in one sample. */
const TURNS = 10

async function calls({ openAudit, noop, batches }, folder) {
  const audit = (fsync) => openAudit(join(folder, `${fsync}.jsonl`), { fsync })
  const cases = {
    'AI SDK, generateText': aiSdk(),
    'OpenAI Agents, run': openAiAgents(),
    runtime: batches(noop),
    'runtime, log without fsync': batches(noop, { audit: audit('none') }),
    'runtime, log with fsync before each start': batches(noop, { audit: audit('decision') }),
  }
  const all = Object.entries(cases).flatMap(([name, work]) => [
    [`few ${name}`, inTurn(() => work(FEW))],
    [`many ${name}`, inTurn(() => work(MANY))],
  ])
  const times = await compare(Object.fromEntries(all), TURNS)
  const each = (name) => Math.max(0, times[`many ${name}`] - times[`few ${name}`]) / (MANY - FEW)
  const rows = rowsOf(Object.fromEntries(Object.keys(cases).map((name) => [name, each(name)])))
  return { title: 'a call that does nothing, one of eleven in a turn, CPU', rows }
}

/** With permission, limits, supervision and the search for leftover processes; both start `true` itself. */
async function processes({ program, batches }) {
  const run = batches(program)
  const cases = { 'child_process.spawn': inTurn(bareSpawn), 'runtime with command runner': inTurn(() => run(1)) }
  const cpu = await compare(cases, 10)
  const wall = await compare(cases, 10, 15, () => performance.now() * 1000)
  const rows = rowsOf(cpu).map((row, index) => ({ ...row, 'wall ms': Object.values(wall)[index] / 1000 }))
  return { title: 'a call that starts a process, CPU of this process', rows }
}

const inTurn = (work) => async (count) => {
  for (let index = 0; index < count; index++) await work()
}

function bareSpawn() {
  const child = spawn('true', [], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.resume()
  child.stderr.resume()
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

/** The cost of each call is constant: the scheduler is linear. */
async function growth({ noop, writer, batches }) {
  const [together, inOrder] = [batches(noop), batches(writer)]
  const rows = []
  for (const count of [100, 1000, 4000]) {
    const times = await compare({ together, inOrder }, count, 5)
    rows.push({ calls: count, 'µs per call, at once': times.together, 'µs per call, in order': times.inOrder })
  }
  return { title: 'calls in one batch, CPU', rows }
}

/** Median CPU microseconds for one call of each, measured in turn. */
async function compare(cases, count, rounds = 15, clock = cpuTime) {
  const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, []]))
  for (let round = -3; round < rounds; round++) {
    for (const [name, work] of Object.entries(cases)) {
      const start = clock()
      await work(count)
      if (round >= 0) samples[name].push((clock() - start) / count)
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, median(values)]))
}

function cpuTime() {
  const { user, system } = process.cpuUsage()
  return user + system
}

function rowsOf(times) {
  const [first] = Object.values(times)
  return Object.entries(times).map(([name, time]) => ({ '': name, µs: time, 'against the first': time / first }))
}
