/** Builds every package, or those that are named: generated sources first, then its entries, then types. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeCommand } from './command-entry.mjs'
import { writeLazyEntry } from './lazy-entry.mjs'
import { writeSplitEntry } from './split-entry.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = `${root}node_modules/typescript/bin/tsc`

/**
 * How each package is bundled. `lazy`: one plain module, and an entry for Node that loads code when it is used; the
 * folders listed are loaded on their own. `split`: one file with what every
 * program needs, and the rest in files that are imported when they are needed; the protocol's source is taken in.
 * `command`: a program, in files that are loaded when they are needed. `rooms`: folders that others may import.
 */
const PACKAGES = {
  protocol: { lazy: ['lint', 'diff'] },
  bridge: { lazy: [] },
  tooli: {
    split: {
      index: 'src/index.ts',
      testing: 'src/testing/index.ts',
      terminal: 'src/output/terminal.ts',
      agentify: 'src/agentify/index.ts',
      'agentify-process': 'src/agentify/agentify-process.ts',
      bin: 'src/bin/tooli.ts',
    },
    // What the programs that tooli builds begin with; taken as text.
    beginning: { begin: 'src/build/begin.ts' },
  },
  atip: {
    command: {
      bin: 'bin/atip.cjs',
      main: 'src/main.ts',
      quick: {
        entry: 'src/hook.ts',
        // The shell's grammar is half of all code, and four of five lines need none; few lines run code of other languages.
        late: {
          unbash: ['parse', 'forEachChild'],
          'src/guard/policy/read.ts': ['brokenPolicy', 'placeOf', 'readPolicy'],
          'src/guard/policy/suggest.ts': ['suggestionFor'],
          'src/guard/judge/code.ts': ['judgeCode'],
          'src/discover/machine/lookup.ts': ['lookupInCatalog'],
        },
      },
      definition: 'src/cli.ts',
      warmUps: atipWarmUps,
    },
    rooms: ['discover', 'generate', 'guard', 'sandbox', 'shims'],
  },
}

/**
 * Calls of every kind, the most frequent last: what they use is compiled by the build. They see a machine with one
 * program, in a folder that is thrown away.
 */
function atipWarmUps(home) {
  const git = `${root}examples/git.json`
  const calls = [
    ['schema'],
    ['compile', git, '--provider', 'openai'],
    ['diff', git, `${root}examples/notes/tooli-manifest.json`],
    ['lint', git],
    ['effects', '--metadata', git, '--', 'git', 'push', '--force'],
    ['check', '--', 'git status && ls | head'],
    ['validate', git, `${root}package.json`],
    ['scan'],
    ['scan'],
    ['list'],
    ['search', 'say hello'],
    ['search', 'say hello'],
    ['show', 'hello', '--sources'],
    ['show', 'hello'],
  ]
  plantHello(home)
  const env = { HOME: home, PATH: `${home}/bin` }
  const questions = [['--help'], ['validate', '--help'], ['__complete', 'bash', '--', 'va'], ['validate', '--profil']]
  const lines = [...questions, ...calls.map((words) => [...words, '--output', 'text']), ...calls]
  const hook = { words: ['hook', 'claude-code'], input: '', isQuick: true }
  return [...lines.map((words) => ({ words, input: '' })), hook].map((call) => ({ ...call, env }))
}

/** A program that the machine of the warm-ups has, with a description for it. */
function plantHello(home) {
  const tools = `${home}/.local/share/agent-tools/tools`
  for (const folder of [`${home}/bin`, tools]) mkdirSync(folder, { recursive: true })
  writeFileSync(`${home}/bin/hello`, '#!/bin/sh\necho hello\n', { mode: 0o755 })
  const commands = { say: { description: 'Say hello', effects: { network: false, destructive: false } } }
  const description = { atip: { version: '0.6' }, name: 'hello', version: '1', description: 'Says hello', commands }
  writeFileSync(`${tools}/hello.json`, JSON.stringify(description))
}

/** The MCP SDK brings a validator of its own, three times as large as the rest of what is loaded of it. */
const SDK_ENVIRONMENT = `${root}packages/tooli/src/mcp/sdk-environment.ts`

/** Our packages by the names they are imported with, for what takes their sources in. */
const SOURCES = {
  '@atip/protocol': `${root}packages/protocol/src/index.ts`,
  '@atip/protocol/schema/0.6.json': `${root}packages/protocol/schema/0.6.json`,
  '@atip/protocol/schema/x-atip.json': `${root}packages/protocol/schema/x-atip.json`,
  'atip-bridge': `${root}packages/bridge/src/index.ts`,
  tooli: `${root}packages/tooli/src/index.ts`,
  'tooli/terminal': `${root}packages/tooli/src/output/terminal.ts`,
  // Not ours, but taken in as well: whoever installs the command gets no other packages.
  unbash: `${root}node_modules/unbash/dist/parser.js`,
  ...Object.fromEntries(
    [
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/server/stdio',
      '@modelcontextprotocol/server/ext/skills',
      '@modelcontextprotocol/core/internal',
      '@modelcontextprotocol/core/ext/skills',
      'zod/v4',
    ].map((name) => [name, fileURLToPath(import.meta.resolve(name))]),
  ),
  '@modelcontextprotocol/server/_shims': SDK_ENVIRONMENT,
}

const settings = {
  bundle: true,
  target: 'node20.19',
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
}

const wanted = process.argv.slice(2)
for (const name of inOrder(readdirSync(`${root}packages`))) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const folder = `${root}packages/${name}`
  const { lazy, split, beginning, command, rooms } = PACKAGES[name]
  if (existsSync(`${folder}/scripts/compile-schema.mjs`)) run([`${folder}/scripts/compile-schema.mjs`])
  rmSync(`${folder}/dist`, { recursive: true, force: true })
  if (existsSync(`${folder}/scripts/shims.mjs`)) run([`${folder}/scripts/shims.mjs`])
  if (lazy !== undefined) await buildLazy(folder, lazy)
  if (split !== undefined) await buildSplit(folder, split)
  if (beginning !== undefined) await buildBeginning(folder, beginning)
  if (command !== undefined) await buildCommand(folder, command)
  if (rooms !== undefined) await buildRooms(folder, rooms)
  if (existsSync(`${folder}/tsconfig.json`)) run([tsc, '-p', `${folder}/tsconfig.json`])
}

async function buildLazy(folder, chunks) {
  const portable = { ...settings, platform: 'neutral' }
  // A bundler that takes two of our packages should find the protocol once.
  const plain = { ...portable, format: 'esm', packages: 'external' }
  await build({ ...plain, entryPoints: [`${folder}/src/index.ts`], outdir: `${folder}/dist` })
  await writeLazyEntry(folder, chunks, portable)
}

async function buildSplit(folder, entries) {
  const node = {
    ...settings,
    platform: 'node',
    format: 'esm',
    alias: {
      '@atip/protocol': `${root}packages/protocol/src/index.ts`,
      '@modelcontextprotocol/server/_shims': SDK_ENVIRONMENT,
    },
  }
  await writeSplitEntry(folder, entries, node)
}

async function buildBeginning(folder, entries) {
  const entryPoints = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(folder, file)]))
  const script = { ...settings, sourcemap: false, platform: 'node', format: 'iife' }
  await build({ ...script, entryPoints, outdir: `${folder}/dist` })
}

async function buildCommand(folder, entries) {
  const tooli = `${root}packages/tooli/dist/bin.js`
  const home = mkdtempSync(join(tmpdir(), 'atip-build-'))
  try {
    const warmUps = entries.warmUps(home)
    // Whoever installs the command has none of the sources that a map would lead to.
    const how = { ...settings, sourcemap: false, platform: 'node', sources: SOURCES, tooli }
    await writeCommand(folder, { ...entries, warmUps }, how)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Each room that others may import, as one ES module. */
async function buildRooms(folder, rooms) {
  await build({
    ...settings,
    platform: 'node',
    format: 'esm',
    entryPoints: Object.fromEntries(rooms.map((room) => [room, `${folder}/src/${room}/index.ts`])),
    outdir: `${folder}/dist/rooms`,
    alias: SOURCES,
  })
}

/** Packages after those they depend on, or take in. */
function inOrder(names) {
  const needs = new Map(names.map((name) => [name, dependenciesOf(name, names)]))
  const sorted = []
  const visit = (name) => {
    if (sorted.includes(name)) return
    for (const needed of needs.get(name)) visit(needed)
    sorted.push(name)
  }
  for (const name of names) visit(name)
  return sorted
}

function dependenciesOf(name, names) {
  const { dependencies, devDependencies } = manifestOf(name)
  const wanted = Object.keys({ ...dependencies, ...devDependencies })
  return names.filter((other) => wanted.includes(manifestOf(other).name))
}

function manifestOf(name) {
  return JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8'))
}

function run(args) {
  execFileSync(process.execPath, args, { stdio: 'inherit' })
}
