/** Adapts our search to the scorer of the search data set: `node score.mjs bench/search-adapter.mjs --queries …`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build as bundle } from 'esbuild'

const entry = fileURLToPath(new URL('../packages/registry/src/search/index.ts', import.meta.url))
const folder = mkdtempSync(`${tmpdir()}/atip-search-`)
await bundle({
  entryPoints: [entry],
  bundle: true,
  format: 'esm',
  outfile: `${folder}/search.mjs`,
  logLevel: 'warning',
})
const ours = await import(pathToFileURL(`${folder}/search.mjs`).href)
rmSync(folder, { recursive: true })

export function build(catalog) {
  return ours.buildIndex(
    catalog.map(({ sub, params, ...entry }) => ({ ...entry, command: sub ?? undefined, parameters: params })),
  )
}

export function search(index, query, limit) {
  return ours.search(index, query, { limit }).hits.map(({ name }) => name)
}
