import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { untilLoaded } from '../late.js'
import { readCode, type CodeFacts } from './index.js'

const folder = join(import.meta.dirname, '../../../shims/data/code')

/** Their examples are about code that is not understood. */
const NO_LANGUAGES: ReadonlySet<string> = new Set(['visible.yaml', 'ordinary.yaml'])

/** The facts in the words of the examples: `reads a`, `writes a`, `shell ls`, `computes`, `asks`. */
function summaryOf(facts: CodeFacts): string {
  const named = (verb: string, values: readonly (string | undefined)[]) =>
    values.map((value) => `${verb} ${value ?? '?'}`)
  const acts = [
    ...named('reads', facts.reads),
    ...named('writes', facts.writes),
    ...named('deletes', facts.deletes),
    ...named('shell', facts.shellLines),
    ...named(
      'runs',
      facts.programs.map((words) => words?.join(' ')),
    ),
    ...named('environment', facts.environment === 'all' ? ['all'] : facts.environment),
  ]
  if (facts.isUnderstood) return acts.length === 0 ? 'computes' : acts.join(', ')
  return ['asks', ...acts, ...named('destroys', facts.destroys === undefined ? [] : [facts.destroys])].join(', ')
}

test.each(readdirSync(folder).filter((file) => !NO_LANGUAGES.has(file)))('the examples of %s hold', async (file) => {
  const { source, examples } = parse(readFileSync(join(folder, file), 'utf8')) as {
    source: string
    examples: Record<string, string>
  }
  expect(source).not.toBe('')
  const found: Record<string, string> = {}
  for (const code of Object.keys(examples)) {
    found[code] = summaryOf(await untilLoaded(() => readCode(file.replace('.yaml', ''), code)))
  }
  expect(found).toEqual(examples)
})
