/** Builds every package: generated sources first, then its entries, then types. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeLazyEntry } from './lazy-entry.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = `${root}node_modules/typescript/bin/tsc`

/** Folders of each package that Node loads only when one of their functions is called. */
const LAZY_CHUNKS = { protocol: ['lint', 'diff'] }

const settings = {
  packages: 'external',
  platform: 'neutral',
  target: 'node20.19',
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
}

for (const name of inOrder(readdirSync(`${root}packages`))) {
  const folder = `${root}packages/${name}`
  if (existsSync(`${folder}/scripts/compile-schema.mjs`)) run([`${folder}/scripts/compile-schema.mjs`])
  rmSync(`${folder}/dist`, { recursive: true, force: true })
  await build({
    ...settings,
    entryPoints: [`${folder}/src/index.ts`],
    outdir: `${folder}/dist`,
    bundle: true,
    format: 'esm',
  })
  await writeLazyEntry(folder, LAZY_CHUNKS[name] ?? [], settings)
  run([tsc, '-p', `${folder}/tsconfig.json`])
}

/** Packages after those they depend on. */
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
  const wanted = Object.keys(manifestOf(name).dependencies ?? {})
  return names.filter((other) => wanted.includes(manifestOf(other).name))
}

function manifestOf(name) {
  return JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8'))
}

function run(args) {
  execFileSync(process.execPath, args, { stdio: 'inherit' })
}
