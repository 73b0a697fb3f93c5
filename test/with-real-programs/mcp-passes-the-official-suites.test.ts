import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { areInstalled, newerNode, programFile } from '../fixtures/real-programs.js'

const run = promisify(execFile)
const isSkipped = !areInstalled('.suites') && process.env.CI === undefined
if (isSkipped) console.warn('no MCP suites to try servers with: node scripts/install-real-programs.mjs installs them')

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The suites write results to their working directory, and settings to the home folder. */
const home = mkdtempSync(join(tmpdir(), 'mcp-suites-'))
const env = { HOME: home, PATH: process.env.PATH! }
const servers: ChildProcess[] = []

afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

const addresses = new Map<string, Promise<string>>()

/** Serves a tool over HTTP; all tests share one server. */
function serve(file: string): Promise<string> {
  const address = addresses.get(file) ?? start(file)
  addresses.set(file, address)
  return address
}

/** On a free port; the first message contains the address. */
async function start(file: string): Promise<string> {
  const words = [join(root, file), '--serve-mcp', 'http', '--port', '0']
  const server = spawn(process.execPath, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] })
  servers.push(server)
  for await (const line of createInterface(server.stderr)) {
    const address = /http:\/\/127\.0\.0\.1:(\d+)\/mcp/.exec(line)
    if (address !== null) return `http://localhost:${address[1]}/mcp`
  }
  throw new Error(`${file} ended before it served`)
}

/** The names of the scenarios that count for a revision, from the suite itself. */
function scored(revision: string): string[] {
  const file = programFile('.suites', `@modelcontextprotocol/conformance/requirements/${revision}.yaml`)
  return (parse(readFileSync(file, 'utf8')) as { server: string[] }).server
}

/** The suite runs it but does not count it, because its own example cannot pass it yet. */
const UNSCORED = ['json-schema-2020-12']

describe.skipIf(isSkipped)('the official MCP conformance suite', () => {
  test.concurrent.each([
    ['2025-11-25', 30],
    ['2026-07-28', 37],
  ])('passes all scenarios that count for %s', async (revision, count) => {
    const suite = programFile('.suites', '@modelcontextprotocol/conformance/dist/index.js')
    const words = [
      suite,
      'server',
      '--url',
      await serve('test/fixtures/mcp-conformance.mjs'),
      '--requirements',
      revision,
    ]
    // It also exits with 1 if a scenario fails that does not count.
    const { stdout } = await run(newerNode, words, { cwd: home, env }).catch((error: { stdout: string }) => error)
    const results = new Map([...stdout.matchAll(/^([✓✗]) ([\w-]+): /gm)].map(([, mark, name]) => [name, mark]))
    const wanted = scored(revision)
    expect(wanted).toHaveLength(count)
    expect([...wanted, ...UNSCORED].filter((name) => results.get(name) !== '✓')).toEqual([])
  })
})

describe.skipIf(isSkipped)('the official MCP inspector', () => {
  const inspector = programFile('.suites', '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
  const inspect = (words: readonly string[]) =>
    run(newerNode, [inspector, '--cli', ...words], { cwd: home, env, maxBuffer: 1e8 })

  const EXAMPLES = ['notes', 'tail-log', 'word-count'].map((name) => `examples/${name}/${name}.mjs`)
  /** The transport does not change the listed tools, so the other examples use one transport for each era. */
  const cases: [file: string, era: string, transport: string][] = [
    [EXAMPLES[0]!, 'modern', 'stdio'],
    [EXAMPLES[0]!, 'modern', 'http'],
    [EXAMPLES[0]!, 'legacy', 'stdio'],
    [EXAMPLES[0]!, 'legacy', 'http'],
    [EXAMPLES[1]!, 'modern', 'stdio'],
    [EXAMPLES[1]!, 'legacy', 'http'],
    [EXAMPLES[2]!, 'modern', 'http'],
    [EXAMPLES[2]!, 'legacy', 'stdio'],
  ]

  test.concurrent.each(cases)('finds no error in %s, %s, over %s', async (file, era, transport) => {
    const target =
      transport === 'http' ? [await serve(file)] : [process.execPath, join(root, file), '--serve-mcp', 'stdio']
    const { stdout, stderr } = await inspect([...target, '--method', 'tools/list', '--strict', '--protocol-era', era])
    expect((JSON.parse(stdout) as { tools: unknown[] }).tools.length).toBeGreaterThan(0)
    expect(stderr).not.toMatch(/\b(?:Error|Warning): tool/)
  })

  test.concurrent('can verify the skill that a tool serves', async () => {
    const target = [process.execPath, join(root, EXAMPLES[0]!), '--serve-mcp', 'stdio']
    const { stdout } = await inspect([...target, '--method', 'skills/list', '--verify', '--require-digests'])
    expect(JSON.parse(stdout)).toMatchObject({ name: 'notes', ok: true, outcome: 'verified' })
  })
})
