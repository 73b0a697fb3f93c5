/** The cost of importing, validating, normalising and filtering. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { filter, normalise, parseArgv, validate } from '../packages/protocol/dist/index.js'
import { importCost } from './import-cost.mjs'
import { compareInProcess } from './measure.mjs'
import { requirePeer } from './peers.mjs'
import { sampleTool } from './sample-tool.mjs'

const plain = fileURLToPath(new URL('../packages/protocol/dist/index.js', import.meta.url))

export const peers = { ajv: '8.20.0' }

export function* run() {
  yield importCost(['protocol'], {
    'import of @atip/protocol': `import '@atip/protocol'`,
    'import and first use': `import { validate } from '@atip/protocol'; validate({})`,
    'import of the plain module': `import '${plain}'`,
  })
  yield validation()
  yield growth()
}

function validation() {
  const schema = JSON.parse(readFileSync(new URL('../packages/protocol/schema/0.6.json', import.meta.url), 'utf8'))
  const { default: Ajv } = requirePeer('protocol', 'ajv/dist/2020.js')
  const byAjv = new Ajv({ strict: false }).compile(schema)
  const value = JSON.parse(JSON.stringify(sampleTool(42)))
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
    const document = sampleTool(count)
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
