/**
 * Reads the shims, checks them, and writes them into one table. Needs the compiled package (`tsc -p packages/shims`).
 *   node packages/shims/scripts/shims.mjs                  writes dist/shims.table
 *   node packages/shims/scripts/shims.mjs --check          only checks
 *   node packages/shims/scripts/shims.mjs --explain LINE   shows the effects of a command line
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { effectsOfArgv, tokenise } from '@atip/protocol'
import { parse } from 'yaml'
import {
  compileShim,
  problemsOfOrdinary,
  problemsOfShim,
  readOrdinary,
  withOrdinary,
  writeTable,
} from '../dist/index.js'

const folder = join(import.meta.dirname, '..')

/** Compiles every shim. Returns them with all problems found. */
export function readShims() {
  const shims = []
  const problems = []
  const data = join(folder, 'data')
  const ordinary = readOrdinary(readYaml(join(data, ORDINARY)))
  for (const file of yamlFilesIn(data)) {
    try {
      for (const notation of [readYaml(join(data, file))].flat()) {
        const names = [notation.tool, ...(notation.names ?? [])]
        shims.push({ file, notation, tool: withOrdinary(compileShim(notation), names, ordinary), names })
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
  problems.push(...problemsOfOrdinary(ordinary, lookup).map((problem) => `${ORDINARY}: ${problem}`))
  return { shims, problems, lookup }
}

/** Merged into the descriptions of the shims. */
const ORDINARY = 'tables/ordinary-calls.yaml'

/** Folders of `data` that hold no shims. `code/python.yaml` becomes the entry `code/python` of the table. */
const DATA_FOLDERS = ['code', 'tables']

/** Data that is not a shim, by its name in the table, without `source`, `review` and `examples`. */
export function readData() {
  return Object.fromEntries(
    DATA_FOLDERS.flatMap((name) => {
      const place = join(folder, 'data', name)
      const files = yamlFilesIn(place).filter((file) => `${name}/${file}` !== ORDINARY)
      return files.map((file) => {
        const { source: _source, review: _review, examples: _examples, ...value } = readYaml(join(place, file))
        return [`${name}/${file.replace(/\.yaml$/, '')}`, value]
      })
    }),
  )
}

function yamlFilesIn(place) {
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
}

const readYaml = (file) => parse(readFileSync(file, 'utf8'), { merge: true, maxAliasCount: -1 })

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
  // Also needed by `--check`, because it detects two shims of one name.
  const table = writeTable(shims, readData())
  if (flag === '--check') return
  writeFileSync(join(folder, 'dist/shims.table'), table)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
