/** The cost of reading help texts, of describing a whole tool, and of a lookup among the shims. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { compareProcesses } from './measure.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const data = `${root}../shared/bench/help/dev`
const program = `${root}packages/atip/bin/atip.cjs`

export const peers = {}

export async function* run() {
  const folder = mkdtempSync(`${tmpdir()}/atip-bench-`)
  try {
    yield await reading(folder)
    yield wholeGit()
    yield await shims(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function bundle(entry, outfile) {
  const alias = { '@atip/protocol': `${root}packages/protocol/src/index.ts` }
  await build({ entryPoints: [`${root}${entry}`], outfile, bundle: true, format: 'esm', platform: 'node', alias })
  return import(outfile)
}

async function reading(folder) {
  const { generateFromHelp, generateFromMan } = await bundle('packages/generate/src/index.ts', `${folder}/g.mjs`)
  const texts = readdirSync(data).map((id) => {
    const { tool, path, format } = JSON.parse(readFileSync(`${data}/${id}/truth.json`, 'utf8'))
    return { text: readFileSync(`${data}/${id}/help.txt`, 'utf8'), name: tool, path, format }
  })
  const rows = ['help', 'man'].map((format) => {
    const chosen = texts.filter((one) => one.format === format)
    const read = format === 'man' ? generateFromMan : generateFromHelp
    const work = () => chosen.forEach(({ text, name, path }) => read(text, { name, path }))
    work()
    const start = process.cpuUsage()
    for (let round = 0; round < 3; round++) work()
    const { user, system } = process.cpuUsage(start)
    const bytes = 3 * chosen.reduce((sum, { text }) => sum + text.length, 0)
    return { format, texts: chosen.length, 'MB per CPU second': bytes / (user + system) }
  })
  return { title: 'Reading texts', rows }
}

function wholeGit() {
  const { stdout } = spawnSync(process.execPath, [program, 'gen', 'git', '--depth', '2', '-o', 'raw'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const tool = JSON.parse(stdout)
  const count = (commands, of) =>
    Object.values(commands ?? {}).reduce((sum, one) => sum + of(one) + count(one.commands, of), 0)
  const row = {
    commands: count(tool.commands, () => 1),
    options: count(tool.commands, (one) => one.options?.length ?? 0) + (tool.globalOptions?.length ?? 0),
    KB: stdout.length / 1000,
  }
  return { title: 'git with its commands, asked in the sandbox', rows: [row] }
}

/** In a separate process, as in a hook: compared with the same process without the lookup. */
async function shims(folder) {
  await bundle('packages/shims/src/open.ts', `${folder}/shims-code.mjs`)
  const table = `${root}packages/shims/dist/shims.table`
  const file = (name, code) => {
    writeFileSync(`${folder}/${name}.mjs`, `import { openTable } from './shims-code.mjs'\n${code}`)
    return [process.execPath, `${folder}/${name}.mjs`]
  }
  const open = `const table = openTable(${JSON.stringify(table)})`
  const rows = compareProcesses({
    'the code alone': file('none', ''),
    'opening the table': file('open', open),
    'looking up rm': file('rm', `${open}; table.lookup('rm')`),
    'looking up git': file('git', `${open}; table.lookup('git')`),
    'looking up gcloud': file('gcloud', `${open}; table.lookup('gcloud')`),
  })
  const [base] = rows
  return { title: 'Shims: child CPU', rows: rows.map((row) => ({ ...row, 'ms more': row.ms - base.ms })) }
}
