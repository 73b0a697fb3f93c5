/**
 * npm run bench [name…] [-- --json FILE] — runs the benchmarks of this folder, ours and the peers interleaved, and
 * prints ratios. Numbers are CPU time; each table says what a ratio is relative to.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { installPeers } from './peers.mjs'
import { table } from './table.mjs'

const args = process.argv.slice(2)
const jsonAt = args.indexOf('--json')
const jsonFile = jsonAt === -1 ? undefined : args.splice(jsonAt, 2)[1]
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length))
const unknown = args.filter((name) => !known.includes(name))
if (unknown.length > 0 || (jsonAt !== -1 && jsonFile === undefined)) {
  console.error(`usage: npm run bench [${known.join('|')}…] [-- --json FILE]`)
  process.exit(2)
}

const results = {}
for (const name of args.length > 0 ? args : known) {
  const { peers = {}, run } = await import(`./${name}.bench.mjs`)
  installPeers(name, peers)
  console.log(`\n${name}`)
  results[name] = []
  for await (const section of run()) {
    results[name].push(section)
    console.log(`\n  ${section.title}\n${table(section.rows)}`)
  }
}
if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(results, null, 2)}\n`)
