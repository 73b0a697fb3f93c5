/**
 * How well `generate` reads help and man texts with known results. `node bench/generate-accuracy.mjs [DIR] [--split
 * dev|train|validation]` writes DIR/<id>.json for every text and prints the score. A third of the tools, chosen by the
 * hash of their name, is the validation set: do not look at its errors while you write rules.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const bench = join(root, '../shared/bench/help')

const { values, positionals } = (await import('node:util')).parseArgs({
  allowPositionals: true,
  options: { split: { type: 'string', default: 'dev' }, by: { type: 'string' }, details: { type: 'string' } },
})

if (!existsSync(bench)) {
  console.error(`no data set at ${bench}`)
  process.exit(2)
}

const work = mkdtempSync(join(tmpdir(), 'atip-generate-'))
const outputs = positionals[0] ?? join(work, 'outputs')
mkdirSync(outputs, { recursive: true })

const { generateFromHelp, generateFromMan } = await bundled()
const items = readdirSync(join(bench, 'dev'))
  .map((id) => ({ id, truth: JSON.parse(readFileSync(join(bench, 'dev', id, 'truth.json'), 'utf8')) }))
  .filter(({ truth }) => values.split === 'dev' || (values.split === 'validation') === isValidation(truth.tool))
for (const { id, truth } of items) {
  const text = readFileSync(join(bench, 'dev', id, 'help.txt'), 'utf8')
  const generate = truth.format === 'man' ? generateFromMan : generateFromHelp
  const { metadata } = generate(text, { name: truth.tool, path: truth.path })
  writeFileSync(join(outputs, `${id}.json`), JSON.stringify(metadata))
}
score()

function isValidation(tool) {
  return createHash('sha256').update(`v:${tool}`).digest()[0] % 3 === 0
}

async function bundled() {
  const outfile = join(work, 'generate.mjs')
  await build({
    entryPoints: [join(root, 'packages/generate/src/index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: { '@atip/protocol': join(root, 'packages/protocol/src/index.ts') },
  })
  return import(pathToFileURL(outfile).href)
}

/** The scorer reads one folder per text, so a subset is a folder of links. */
function score() {
  const data = join(work, 'data')
  mkdirSync(join(data, 'dev'), { recursive: true })
  for (const { id } of items) symlinkSync(join(bench, 'dev', id), join(data, 'dev', id))
  const flags = ['by', 'details'].flatMap((name) => (values[name] ? [`--${name}`, values[name]] : []))
  const argv = [join(bench, 'score.mjs'), '--root', data, '--split', 'dev', '--outputs', outputs, ...flags]
  const { status } = spawnSync(process.execPath, argv, { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
