/** What importing, validating, normalising and filtering cost. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { filter, normalise, parseArgv, validate } from '../packages/protocol/dist/index.js'
import { compareInProcess, compareProcesses } from './measure.mjs'
import { requirePeer } from './peers.mjs'

const protocol = fileURLToPath(new URL('../packages/protocol', import.meta.url))

export const peers = { ajv: '8.20.0' }

export function* run() {
  yield importCost()
  yield validation()
  yield growth()
}

/** Each program is an ES module of its own, and imports the package by its name, as its users do. */
function importCost() {
  const folder = mkdtempSync(`${tmpdir()}/atip-bench-`)
  const install = (name) => mkdirSync(`${folder}/node_modules/${name}`, { recursive: true })
  install('empty')
  writeFileSync(`${folder}/node_modules/empty/package.json`, '{"type": "module", "exports": "./index.js"}')
  writeFileSync(`${folder}/node_modules/empty/index.js`, '')
  // As npm would install it: the files that are packed, not a link into the workspace.
  install('@atip/protocol')
  for (const part of ['package.json', 'dist'])
    cpSync(`${protocol}/${part}`, `${folder}/node_modules/@atip/protocol/${part}`, { recursive: true })
  const program = (name, code) => {
    writeFileSync(`${folder}/${name}.mjs`, code)
    return [process.execPath, `${folder}/${name}.mjs`]
  }
  program('nothing', '')
  const rows = compareProcesses({
    'bare node': program('bare', ''),
    'import of an empty module': program('empty', `import './nothing.mjs'`),
    'import of an empty package': program('package', `import 'empty'`),
    'import of @atip/protocol': program('ours', `import '@atip/protocol'`),
    'import and first use': program('used', `import { validate } from '@atip/protocol'; validate({})`),
    'import of the plain module': program('plain', `import '${protocol}/dist/index.js'`),
  })
  rmSync(folder, { recursive: true })
  return { title: 'Start-up: child CPU against bare node', rows }
}

function validation() {
  const schema = JSON.parse(readFileSync(new URL('../packages/protocol/schema/0.6.json', import.meta.url), 'utf8'))
  const { default: Ajv } = requirePeer('protocol', 'ajv/dist/2020.js')
  const byAjv = new Ajv({ strict: false }).compile(schema)
  const value = JSON.parse(JSON.stringify(toolOf(42)))
  const size = JSON.stringify(value).length
  if (!byAjv(value) || validate(value).problems.length > 0) throw new Error('the document to measure is not valid')
  const cpu = compareInProcess({
    'ajv, schema only': () => byAjv(value),
    'validate, schema and rules': () => validate(value),
  })
  const rows = ratios(cpu, 'ajv, schema only', 'µs').map((row) => ({ ...row, 'speed against ajv': 1 / row.ratio }))
  return { title: `Validation: a value of ${(size / 1000).toFixed(0)} KB`, rows }
}

function growth() {
  const rows = [1000, 10_000, 100_000].map((count) => {
    const document = toolOf(count)
    const tool = normalise(document)
    const text = JSON.stringify(document)
    const names = Object.keys(tool.commands).filter((_, index) => index % 100 === 0)
    const cpu = compareInProcess(
      {
        normalise: () => normalise(document),
        filter: () => filter(tool, { commands: names }),
        depth: () => filter(tool, { depth: 1 }),
        validate: () => validate(text),
        parseArgv: () => parseArgv(tool, ['tool', 'group7', 'command7', '--option-1', 'x', 'f']),
      },
      { rounds: 5, budget: 100_000 },
    )
    return {
      commands: count,
      'normalise, µs each': cpu.normalise / count,
      'filter by name, µs each': cpu.filter / count,
      'filter by depth, µs each': cpu.depth / count,
      'validate text, µs each': cpu.validate / count,
      'parse one call, µs': cpu.parseArgv,
    }
  })
  return { title: 'Growth: CPU per command stays level if the whole is linear', rows }
}

function ratios(cpu, base, unit) {
  return Object.entries(cpu).map(([name, value]) => ({ name, [unit]: value, ratio: value / cpu[base] }))
}

/** A tool whose commands stand in groups of a hundred, each with options, an argument, effects and an example. */
function toolOf(count) {
  const commands = {}
  for (let index = 0; index < count; index++) {
    const group = (commands[`group${Math.floor(index / 100)}`] ??= { description: 'A group of commands', commands: {} })
    group.commands[`command${index}`] = {
      description: `Does the thing that has the number ${index}`,
      arguments: [{ name: 'file', type: 'file', description: 'The file to do it to', required: true }],
      options: Array.from({ length: 8 }, (_, place) => ({
        name: `option-${place}`,
        flags: [`-${'abcdefgh'[place]}`, `--option-${place}`],
        type: place % 3 === 0 ? 'boolean' : 'string',
        description: `What option number ${place} changes`,
      })),
      effects: { network: false, idempotent: true, destructive: false, filesystem: { read: true, write: false } },
      examples: [`tool command${index} --option-1 x`],
    }
  }
  return { atip: { version: '0.6' }, name: 'tool', version: '1.0.0', description: 'A tool to measure with', commands }
}
