/**
 * Adapts the built command to the scorer of the search data set: `node score.mjs bench/search-command-adapter.mjs …`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../packages/atip/bin/atip.cjs', import.meta.url))

/** One process that answers all queries, one at a time. */
export async function build(catalog) {
  const folder = mkdtempSync(`${tmpdir()}/atip-search-`)
  writeFileSync(`${folder}/catalog.jsonl`, catalog.map((line) => JSON.stringify(line)).join('\n'))
  const words = ['search', '--catalog', `${folder}/catalog.jsonl`, '--batch', '--limit', '10']
  const child = spawn(process.execPath, [program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
  const index = { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
  // After the first answer, it has read its catalog.
  await search(index, 'anything')
  rmSync(folder, { recursive: true })
  // The scorer does not say when it is done, so the process ends with it.
  child.unref()
  child.stdin.unref()
  child.stdout.unref()
  process.once('exit', () => child.kill())
  return index
}

export async function search({ child, lines }, query, limit = 10) {
  if (!child.stdin.write(`${JSON.stringify({ query })}\n`)) await once(child.stdin, 'drain')
  child.stdout.ref()
  const { value } = await lines.next()
  child.stdout.unref()
  return JSON.parse(value).hits.slice(0, limit)
}
