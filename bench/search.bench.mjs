/** How often search finds the right command, and the cost of an index: ours, MiniSearch, and SQLite's FTS5. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { median } from './measure.mjs'
import { requirePeer } from './peers.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const data = `${root}../shared/bench/search`

// SQLite as WebAssembly, because a native build would have to be compiled. It is slower, and finds the same.
export const peers = { minisearch: '7.2.0', 'node-sqlite3-wasm': '0.8.60' }

export async function* run() {
  const folder = mkdtempSync(`${tmpdir()}/atip-bench-`)
  try {
    const engines = { ours: await ours(folder), ...miniSearch(), ...fts5() }
    yield finding(engines)
    yield speed(engines, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const linesOf = (name) =>
  readFileSync(`${data}/${name}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const entriesOf = (name) =>
  linesOf(name).map(({ name, tool, sub, description, params }) => ({
    name,
    tool,
    command: sub ?? '',
    description,
    parameters: params ?? '',
  }))

/** An engine builds an index, writes it to a file, opens it, and returns names for a query. */
async function ours(folder) {
  const [ranking, source] = [`${root}packages/registry/src/search`, `${root}packages/discover/src/search`]
  const outfile = `${folder}/ours.mjs`
  const contents = `export * from '${ranking}/index.ts'; export * from '${source}/catalog-index.ts'; export * from '${source}/open-index.ts'`
  const alias = {
    '@atip/protocol': `${root}packages/protocol/src/index.ts`,
    '@atip/registry/search': `${ranking}/index.ts`,
  }
  const settings = { bundle: true, format: 'esm', platform: 'node', logLevel: 'warning', alias, outfile }
  await build({ ...settings, stdin: { contents, resolveDir: root, loader: 'ts' } })
  const { buildIndex, openIndex, saveIndex, search } = await import(outfile)
  return {
    build: buildIndex,
    save: (index, file) => saveIndex(file, 'bench', index),
    open: (file) => openIndex(file, 'bench'),
    search: (index, query, limit) => search(index, query, { limit }).hits.map(({ name }) => name),
  }
}

function miniSearch() {
  const MiniSearch = requirePeer('search', 'minisearch')
  const settings = { fields: ['name', 'description', 'parameters'], storeFields: ['name'] }
  const engine = (options) => ({
    build(entries) {
      const index = new MiniSearch(settings)
      index.addAll(entries.map((entry, id) => ({ id, ...entry })))
      return index
    },
    save: (index, file) => writeFileSync(file, JSON.stringify(index)),
    open: (file) => MiniSearch.loadJSON(readFileSync(file, 'utf8'), settings),
    search: (index, query, limit) =>
      index
        .search(query, options)
        .slice(0, limit)
        .map(({ name }) => name),
  })
  return {
    MiniSearch: engine({}),
    'MiniSearch with weights, prefixes, typing errors': engine({
      boost: { name: 1.5, parameters: 0.2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    }),
  }
}

function fts5() {
  const { Database } = requirePeer('search', 'node-sqlite3-wasm')
  const engine = (weights) => ({
    build: (entries) => entries,
    save(entries, file) {
      const database = new Database(file)
      database.exec(`create virtual table c using fts5(name, description, parameters, tokenize='porter unicode61')`)
      database.exec('begin')
      const insert = database.prepare('insert into c values (?, ?, ?)')
      for (const { name, description, parameters } of entries) insert.run([name, description, parameters])
      database.exec('commit')
      insert.finalize()
      database.close()
    },
    open: (file) => new Database(file, { readOnly: true }),
    search(database, query, limit) {
      const words = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`)
      if (words.length === 0) return []
      const statement = `select name from c where c match ? order by bm25(c, ${weights}) limit ${limit}`
      return database.all(statement, [words.join(' OR ')]).map(({ name }) => name)
    },
  })
  return { 'SQLite FTS5, porter': engine('1, 1, 1'), 'SQLite FTS5 with weights': engine('1.5, 1, 0.2') }
}

function finding(engines) {
  const sets = {
    plain: [entriesOf('catalog.jsonl'), linesOf('queries.dev.jsonl')],
    rich: [entriesOf('catalog.rich.jsonl'), linesOf('queries.rich.dev.jsonl')],
  }
  const rows = Object.entries(engines).map(([engine, { build, save, open, search }]) => {
    const row = { engine }
    for (const [set, [entries, queries]] of Object.entries(sets)) {
      const folder = mkdtempSync(`${tmpdir()}/atip-bench-`)
      save(build(entries), `${folder}/index`)
      const index = open(`${folder}/index`)
      row[`${set}: recall@5`] = 100 * recall(queries, (query) => search(index, query, 5))
      rmSync(folder, { recursive: true })
    }
    return row
  })
  return { title: 'The right command among the first five, of a hundred queries', rows }
}

/** The mean over the sources of queries, as in the scorer of the data set. */
function recall(queries, search) {
  const rates = [...bySource(queries).values()].map((some) => {
    return (
      some.filter(({ query, expected }) => search(query).some((name) => expected.includes(name))).length / some.length
    )
  })
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}

function bySource(queries) {
  const groups = new Map()
  for (const query of queries) groups.set(query.source, [...(groups.get(query.source) ?? []), query])
  return groups
}

const COMMANDS = 15_000
const ROUNDS = 3
const QUERIES = 100

/** The rich catalog repeated with different names, up to the number of commands on a large machine. */
function manyCommands() {
  const some = entriesOf('catalog.rich.jsonl')
  return Array.from({ length: COMMANDS }, (_, index) => {
    const entry = some[index % some.length]
    const round = Math.floor(index / some.length)
    const tool = round === 0 ? entry.tool : `${entry.tool}${round}`
    return { ...entry, tool, name: entry.command === '' ? tool : `${tool} ${entry.command}` }
  })
}

/** CPU milliseconds, so that other load does not count. */
function cpuOf(work) {
  const started = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

/** Measured in turn, so that other load affects all engines alike. */
function speed(engines, folder) {
  const entries = manyCommands()
  const queries = linesOf('queries.rich.dev.jsonl')
    .map(({ query }) => query)
    .filter((_, index, all) => index % Math.ceil(all.length / QUERIES) === 0)
  const states = Object.entries(engines).map(([engine, { build, save, open, search }], index) => {
    const file = `${folder}/${index}.index`
    const built = cpuOf(() => save(build(entries), file)) / 1000
    return { engine, file, open, search, built, loads: [], times: [] }
  })
  for (let round = 0; round < ROUNDS; round++) {
    for (const { file, open, search, loads, times } of states) {
      let index
      // A database opens at once and reads on demand, so the first answer counts as loading for all engines.
      const first = () => search((index = open(file)), queries[0], 5)
      loads.push(cpuOf(first))
      for (const query of queries) times.push(cpuOf(() => search(index, query, 5)))
      index.close?.()
    }
  }
  const at = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]
  const rows = states.map(({ engine, file, built, loads, times }) => ({
    engine,
    'build, s': built,
    'on disk, MB': statSync(file).size / 1e6,
    'load and first answer, ms': median(loads),
    'query p50, ms': at(times, 0.5),
    'p95, ms': at(times, 0.95),
  }))
  return { title: `${COMMANDS} commands with their parameters: CPU time`, rows }
}
