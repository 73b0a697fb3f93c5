/** Builds every package: generated sources first, then one ESM file per entry, then types. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = `${root}node_modules/typescript/bin/tsc`

for (const name of inOrder(readdirSync(`${root}packages`))) {
  const folder = `${root}packages/${name}`
  if (existsSync(`${folder}/scripts/compile-schema.mjs`)) run([`${folder}/scripts/compile-schema.mjs`])
  rmSync(`${folder}/dist`, { recursive: true, force: true })
  await build({
    entryPoints: [`${folder}/src/index.ts`],
    outdir: `${folder}/dist`,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'neutral',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
  })
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
  const manifest = (folder) => JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8'))
  const wanted = Object.keys(manifest(name).dependencies ?? {})
  return names.filter((other) => wanted.includes(manifest(other).name))
}

function run(args) {
  execFileSync(process.execPath, args, { stdio: 'inherit' })
}
