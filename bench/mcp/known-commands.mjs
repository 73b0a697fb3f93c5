/** The commands of the search data set as tools, with options from completion specifications if there are any. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { documentOf } from './planted-machine.mjs'

const root = join(import.meta.dirname, '../..')
/** Beside the repository; not part of it. */
export const DATA = join(root, '../shared/bench/search')

export const linesOf = (name) =>
  readFileSync(join(DATA, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Large tools, so that the catalog has more than ten thousand commands. */
const WITH_OPTIONS =
  `aws gcloud docker gh helm npm kubectl git doctl vault yarn pulumi pnpm cargo brew go deno tar curl ffmpeg rsync find
  grep ls ssh sed`.split(/\s+/)

export async function knownCommands() {
  const tools = new Map()
  for (const { tool, sub, description } of linesOf('catalog.jsonl')) {
    const document = tools.get(tool) ?? documentOf(tool, '', {})
    tools.set(tool, document)
    if (sub === null) document.description = description
    else place(document, sub.split(' '), { description })
  }
  for (const { name, globalOptions, commands } of await loadCorpus(WITH_OPTIONS)) {
    const document = tools.get(name)
    if (document === undefined) continue
    if (globalOptions !== undefined) document.globalOptions = globalOptions
    graft(document, commands)
  }
  for (const document of tools.values()) complete(document)
  return [...tools.values()]
}

function place(parent, [word, ...rest], command) {
  parent.commands ??= {}
  parent.commands[word] ??= { description: '' }
  if (rest.length > 0) place(parent.commands[word], rest, command)
  else Object.assign(parent.commands[word], command)
}

/** Keeps descriptions of the data set, and adds everything else. */
function graft(node, commands = {}) {
  node.commands ??= {}
  for (const [name, command] of Object.entries(commands)) {
    const known = node.commands[name]
    if (known === undefined) node.commands[name] = command
    else {
      const { description, commands: below, ...rest } = command
      Object.assign(known, rest)
      if (known.description === '') known.description = description
      if (below !== undefined) graft(known, below)
    }
  }
}

/** A description must not be empty, and a tool has at least one command. */
function complete(document) {
  document.description ||= document.name
  if (Object.keys(document.commands).length === 0) document.commands = { '': { description: document.description } }
  const visit = (commands) => {
    for (const [name, command] of Object.entries(commands)) {
      command.description ||= name
      if (command.commands !== undefined) visit(command.commands)
    }
  }
  visit(document.commands)
}

/** The corpus of the bridge's tests, which is TypeScript, as a module. */
async function loadCorpus(names) {
  const folder = join(root, 'bench/.peers/mcp')
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [join(root, 'packages/bridge/testing/corpus.ts')],
    outfile: join(folder, 'corpus.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    tsconfigRaw: {},
    logLevel: 'error',
  })
  return (await import(join(folder, 'corpus.mjs'))).loadCorpus(names)
}
