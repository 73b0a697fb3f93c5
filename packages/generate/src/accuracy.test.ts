import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { generateFromHelp, generateFromMan } from './generate.js'

const bench = fileURLToPath(new URL('../../../../shared/bench/help', import.meta.url))
const hasBench = existsSync(join(bench, 'score.mjs'))
const outputs = mkdtempSync(join(tmpdir(), 'atip-accuracy-'))

afterAll(() => rmSync(outputs, { recursive: true }))

interface Truth {
  tool: string
  path: string[]
  format: 'help' | 'man'
}

interface Score {
  macro: { f: number }
  micro: { f: number }
}

interface Group {
  items: number
  flags: Score
  value: Score
  enum: Score
  subcommands: Score
  positionals: Score
  aux: { optionsFullyRight: number }
  index: number
}

/** The data set is next to the repository. On a machine without it there is nothing to measure. */
test.runIf(hasBench || process.env.CI === 'true')('reads real texts as well as it was measured to', () => {
  for (const id of readdirSync(join(bench, 'dev'))) {
    const truth = JSON.parse(readFileSync(join(bench, 'dev', id, 'truth.json'), 'utf8')) as Truth
    const text = readFileSync(join(bench, 'dev', id, 'help.txt'), 'utf8')
    const generate = truth.format === 'man' ? generateFromMan : generateFromHelp
    const { metadata } = generate(text, { name: truth.tool, path: truth.path })
    writeFileSync(join(outputs, `${id}.json`), JSON.stringify(metadata))
  }
  const result = join(outputs, 'score.json')
  const argv = [join(bench, 'score.mjs'), '--split', 'dev', '--outputs', outputs, '--by', 'family', '--json', result]
  execFileSync(process.execPath, argv, { stdio: 'pipe' })
  const { all, groups } = JSON.parse(readFileSync(result, 'utf8')) as { all: Group; groups: Record<string, Group> }

  expect(all.flags.macro.f).toBeGreaterThanOrEqual(0.985)
  expect(all.value.macro.f).toBeGreaterThanOrEqual(0.96)
  expect(all.enum.macro.f).toBeGreaterThanOrEqual(0.9)
  expect(all.subcommands.macro.f).toBeGreaterThanOrEqual(0.96)
  expect(all.positionals.macro.f).toBeGreaterThanOrEqual(0.88)
  expect(all.aux.optionsFullyRight).toBeGreaterThanOrEqual(0.94)
  expect(all.index).toBeGreaterThanOrEqual(0.95)
  const weak = Object.entries(groups).filter(([, group]) => group.items > 5 && group.flags.micro.f < 0.93)
  expect(weak.map(([family]) => family)).toEqual([])
})
