/**
 * Reads the shims, checks them, and writes them as one table.
 *   node packages/atip/scripts/shims.mjs             writes dist/shims.table
 *   node packages/atip/scripts/shims.mjs --check     only checks
 *   node packages/atip/scripts/shims.mjs --explain LINE   shows what a command line comes to
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(root, 'packages/atip')

/** The room's own code, from its sources: the build has not made it yet. */
export async function loadRoom() {
  const home = mkdtempSync(join(folder, '.shims-'))
  const outfile = join(home, 'shims.mjs')
  const contents =
    "export * from './shims/index.js'\nexport { effectsOfArgv, isReadOnly, tokenise } from '@atip/protocol'"
  try {
    await build({
      stdin: { contents, resolveDir: join(folder, 'src') },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      alias: { '@atip/protocol': join(root, 'packages/protocol/src/index.ts') },
      logLevel: 'warning',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(home, { recursive: true })
  }
}

/** Every shim, compiled, and what is wrong with any of them. */
export async function readShims(room) {
  const shims = []
  const problems = []
  const data = join(folder, 'shims')
  for (const file of readdirSync(data)
    .filter((name) => name.endsWith('.yaml'))
    .sort()) {
    try {
      const text = readFileSync(join(data, file), 'utf8')
      for (const notation of [parse(text, { merge: true, maxAliasCount: -1 })].flat()) {
        const tool = room.compileShim(notation)
        shims.push({ file, notation, tool, names: [notation.tool, ...(notation.names ?? [])] })
      }
    } catch (error) {
      problems.push(`${file}: ${error.message}`)
    }
  }
  const byName = new Map(shims.flatMap((shim) => shim.names.map((name) => [name, shim.tool])))
  const lookup = (program) => byName.get(program.split('/').at(-1))
  for (const { file, notation, tool } of shims) {
    problems.push(...room.problemsOfShim(notation, tool, lookup).map((problem) => `${file}: ${problem}`))
  }
  return { shims, problems, lookup }
}

async function main([flag, ...rest]) {
  const room = await loadRoom()
  const { shims, problems, lookup } = await readShims(room)
  if (flag === '--explain') {
    const tokens = room.tokenise(rest.join(' '))
    console.log(JSON.stringify(room.effectsOfArgv(tokens.words, lookup), null, 2))
    return
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  if (flag === '--check') console.log(`${shims.length} shims, ${problems.length} problems`)
  if (problems.length > 0) return
  // Also for a check: this is where two shims of one name are found.
  const table = room.writeTable(shims)
  if (flag === '--check') return
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'dist/shims.table'), table)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))
