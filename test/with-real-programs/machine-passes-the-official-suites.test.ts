/** `atip mcp` under the official suites of MCP, and with the client of the first SDK. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { fixturesByScenario, scenariosFor } from '../fixtures/conformance-scenarios.js'
import { areInstalled, newerNode, programFile } from '../fixtures/real-programs.js'
import { PROGRAM } from '../fixtures/start-atip.js'

const isSkipped = !areInstalled('.suites') && process.env.CI === undefined
if (isSkipped) console.warn('no MCP suites: node scripts/install-real-programs.mjs installs them')

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'atip-machine-suites-'))
const home = join(folder, 'home')
mkdirSync(home)
const env = { PATH: '/usr/bin:/bin', HOME: home }
const servers: ChildProcess[] = []
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

let isScanned = false
function scanned(): void {
  if (!isScanned) execFileSync(process.execPath, [PROGRAM, 'scan'], { env, cwd: home })
  isScanned = true
}

let address: Promise<string> | undefined
const served = () => (address ??= serve())

/** All tests share one server over HTTP, whose first message contains its address. */
async function serve(): Promise<string> {
  scanned()
  const words = [PROGRAM, 'mcp', '--http', '--port', '0']
  const server = spawn(process.execPath, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] })
  servers.push(server)
  for await (const line of createInterface(server.stderr)) {
    const found = /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(line)
    if (found !== null) return `http://localhost:${found[1]}/mcp`
  }
  throw new Error('atip mcp ended before it served')
}

/** Names no fixture, but needs a tool whose parameters are sent as HTTP headers, which only the example server has. */
const LOOKS_FOR_A_FIXTURE = 'http-custom-header-server-validation'
/** Besides fixtures, it tests much that every server must support. */
const MIXED = 'server-stateless'

/** Copied from the suite's source, so that a new version of the suite is noticed. */
const FIXTURE_FREE: Record<string, string[]> = {
  '2025-11-25': [
    'server-initialize',
    'logging-set-level',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'input-required-result-unsupported-methods',
    'http-header-validation',
  ],
}

interface Check {
  id: string
  status: string
  errorMessage?: string
  details?: { untestable?: boolean }
}

describe.skipIf(isSkipped).each(Object.keys(FIXTURE_FREE))('the official conformance suite, %s', (revision) => {
  test('finds nothing wrong in any scenario that calls no fixture by name', { timeout: 120_000 }, async () => {
    const fixtures = fixturesByScenario()
    const isFree = (name: string) => fixtures.get(name)!.size === 0 && name !== LOOKS_FOR_A_FIXTURE
    const free = scenariosFor(revision).filter(isFree)
    expect(free).toEqual(FIXTURE_FREE[revision])

    const results = join(folder, revision)
    const suite = programFile('.suites', '@modelcontextprotocol/conformance/dist/index.js')
    const words = [suite, 'server', '--url', await served(), '--requirements', revision, '-o', results]
    // It exits with 1 because of the scenarios with fixtures.
    await run(newerNode, words, { cwd: home, env, maxBuffer: 1e8 }).catch(() => {})
    for (const name of free) {
      const checks = checksOf(results, name)
      expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true)
      expect({ name, bad: checks.filter(isBad) }).toEqual({ name, bad: [] })
    }
    if (!scenariosFor(revision).includes(MIXED)) return
    const bad = checksOf(results, MIXED).filter(isBad)
    const names = [...fixtures.get(MIXED)!]
    const isOfFixture = ({ errorMessage = '', details }: Check) =>
      details?.untestable === true && names.some((name) => errorMessage.includes(`'${name}'`))
    expect(bad.filter((check) => !isOfFixture(check))).toEqual([])
    expect(bad).toHaveLength(4)
  })
})

function checksOf(results: string, name: string): Check[] {
  const runs = readdirSync(results).filter((one) => one.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${name}`)
  expect(runs).toHaveLength(1)
  return JSON.parse(readFileSync(join(results, runs[0]!, 'checks.json'), 'utf8')) as Check[]
}

function isBad({ status }: Check): boolean {
  return status === 'FAILURE' || status === 'WARNING'
}

describe.skipIf(isSkipped)('the official inspector', { timeout: 240_000 }, () => {
  const inspector = programFile('.suites', '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
  const inspect = async (transport: string, words: readonly string[]) => {
    scanned()
    const target = transport === 'http' ? [await served()] : [process.execPath, PROGRAM, 'mcp']
    return run(newerNode, [inspector, '--cli', ...target, ...words], { cwd: home, env, maxBuffer: 1e8 })
  }

  test.each([
    ['modern', 'stdio'],
    ['legacy', 'stdio'],
    ['modern', 'http'],
    ['legacy', 'http'],
  ])('is strict and content, %s over %s', async (era, transport) => {
    const words = ['--method', 'tools/list', '--strict', '--protocol-era', era]
    const { stdout, stderr } = await inspect(transport, words)
    expect((JSON.parse(stdout) as { tools: unknown[] }).tools).toHaveLength(5)
    expect(stderr).not.toMatch(/\b(?:Error|Warning): tool/)
  })

  test.each([
    ['search_tools', 'query=list branches', 'modern', 'http'],
    ['run_readonly', 'command=ls /', 'legacy', 'stdio'],
  ])('calls %s five hundred times, ten at a time, without an error', async (tool, input, era, transport) => {
    const call = ['--method', 'tools/call', '--tool-name', tool, '--tool-arg', input, '--protocol-era', era]
    const load = ['--load', '--load-requests', '500', '--format', 'json']
    const { stdout } = await inspect(transport, [...call, ...load])
    expect((JSON.parse(stdout) as { result: object }).result).toMatchObject({
      requests: 500,
      ok: 500,
      toolErrors: 0,
      errors: 0,
    })
  })
})

interface FirstClient {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<unknown>
  callTool(call: object): Promise<{ isError?: boolean; structuredContent?: { error: { code: string } } }>
  close(): Promise<void>
}

test.skipIf(isSkipped)('the client of version 1 of the SDK hears of errors', { timeout: 60_000 }, async () => {
  scanned()
  const load = async (path: string) =>
    (await import(pathToFileURL(programFile('.suites', `@modelcontextprotocol/sdk/dist/esm/${path}`)).href)) as {
      Client: new (about: object) => FirstClient
      StdioClientTransport: new (server: object) => unknown
    }
  const { Client } = await load('client/index.js')
  const { StdioClientTransport } = await load('client/stdio.js')
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], cwd: home, env }))
  await client.listTools()
  const failed = await client.callTool({ name: 'run', arguments: { command: 'rm -rf /' } })
  expect(failed).toMatchObject({ isError: true, structuredContent: { error: { code: 'E2300' } } })
  await client.close()
})
