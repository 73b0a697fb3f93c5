/** Says what a command line would do, from examples/<tool>.json. Nothing is executed. */
import { readFileSync } from 'node:fs'
import { effectsOf, isReadOnly, parseArgv, readTool } from '@atip/protocol'

const argv = process.argv.slice(2)
if (argv.length === 0) fail('usage: node examples/effects.mjs git push --force origin main')

const reading = readTool(readDescription(argv[0]))
for (const { severity, line, column, message } of reading.problems)
  console.error(`${severity} ${line}:${column} ${message}`)
if (!reading.ok) fail(`the description of ${argv[0]} cannot be used`)

const { effects, sources, harmless, doubts } = effectsOf(reading.tool, parseArgv(reading.tool, argv))
const verdict = harmless
  ? `only tells (${harmless})`
  : isReadOnly(effects)
    ? 'read-only'
    : effects.destructive
      ? 'DESTRUCTIVE'
      : 'may change something'
console.log(`${argv.join(' ')}: ${verdict}`)
for (const [field, source] of Object.entries(sources)) {
  const value = field.split('.').reduce((part, key) => part?.[key], effects)
  console.log(
    `  ${`${field}: ${value}`.padEnd(28)} said by ${source.flag ?? source.name ?? [reading.tool.name, ...(source.path ?? [])].join(' ')}`,
  )
}
for (const { reason, word } of doubts) console.log(`  not understood: ${word} (${reason})`)

function readDescription(name) {
  try {
    return readFileSync(new URL(`${encodeURIComponent(name)}.json`, import.meta.url), 'utf8')
  } catch {
    return fail(`there is no description of ${name} among the examples; try git`)
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
