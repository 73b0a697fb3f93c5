/**
 * Reads the shims, checks them, and writes them as one table. Needs the package's compiled code (`tsc -p packages/shims`).
 *   node packages/shims/scripts/shims.mjs                  writes dist/shims.table
 *   node packages/shims/scripts/shims.mjs --check          only checks
 *   node packages/shims/scripts/shims.mjs --explain LINE   shows what a command line comes to
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { effectsOfArgv, tokenise } from '@atip/protocol'
import { parse } from 'yaml'
import { compileShim, problemsOfShim, writeTable } from '../dist/index.js'

const folder = join(import.meta.dirname, '..')

/** Every shim, compiled, and what is wrong with any of them. */
export function readShims() {
  const shims = []
  const problems = []
  const data = join(folder, 'data')
  for (const file of readdirSync(data)
    .filter((name) => name.endsWith('.yaml'))
    .sort()) {
    try {
      const text = readFileSync(join(data, file), 'utf8')
      for (const notation of [parse(text, { merge: true, maxAliasCount: -1 })].flat()) {
        const tool = compileShim(notation)
        shims.push({ file, notation, tool, names: [notation.tool, ...(notation.names ?? [])] })
      }
    } catch (error) {
      problems.push(`${file}: ${error.message}`)
    }
  }
  const byName = new Map(shims.flatMap((shim) => shim.names.map((name) => [name, shim.tool])))
  const lookup = (program) => byName.get(program.split('/').at(-1))
  for (const { file, notation, tool } of shims) {
    problems.push(...problemsOfShim(notation, tool, lookup).map((problem) => `${file}: ${problem}`))
  }
  return { shims, problems, lookup }
}

function main([flag, ...rest]) {
  const { shims, problems, lookup } = readShims()
  if (flag === '--explain') {
    const tokens = tokenise(rest.join(' '))
    console.log(JSON.stringify(effectsOfArgv(tokens.words, lookup), null, 2))
    return
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  if (flag === '--check')
    console.log(`${shims.length} shims, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`)
  if (problems.length > 0) return
  // Also for a check: this is where two shims of one name are found.
  const table = writeTable(shims)
  if (flag === '--check') return
  writeFileSync(join(folder, 'dist/shims.table'), table)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
