import fc from 'fast-check'
import { expect, test } from 'vitest'
import { command, t } from '../index.js'
import { modelOf } from '../model/tree.js'
import { quickLine } from './quick-line.js'
import { readLine } from './read-line.js'

const model = modelOf(
  command({
    description: 'x',
    args: t.object({ first: t.string('a'), count: t.integer('b').optional(), rest: t.array(t.path('c')).optional() }),
    options: t.object({
      name: t.string('d').short('n').optional(),
      size: t.integer('e').default(1),
      ratio: t.number('f').optional(),
      deep: t.boolean('g').short('d').default(false),
      mode: t.enum(['fast', 'slow'], 'h').default('fast'),
      tag: t.array(t.string('i')).optional(),
      limit: t.integer('own limit').optional(),
      constructor: t.array(t.integer('named like what every object has')).optional(),
    }),
    run: () => ({}),
  }),
  ['do', 'it'],
)

const word = fc.oneof(
  fc.constantFrom(
    '--name',
    '-n',
    '--size',
    '--ratio',
    '--deep',
    '--no-deep',
    '-d',
    '--mode',
    '--tag',
    '--limit',
    '--constructor',
    '--output',
    '-o',
    '-v',
    '-vv',
    '-q',
    '--yes',
    '--cursor',
    '--input',
  ),
  fc.constantFrom(
    '--name=x',
    '--size=3',
    '--size=x',
    '--mode=fast',
    '--mode=quick',
    '--tag=a=b',
    '--deep=true',
    '-n=x',
    '-nx',
    '-dq',
    '--',
    '-',
    '--what',
  ),
  fc.constantFrom('a', '1', '2.5', '-3', 'fast', 'json', '', './-x', '././-x', 'é', '007'),
)

test('the quick reader agrees with the full one wherever it answers, and answers ordinary lines', () => {
  let answered = 0
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (rest) => {
      const words = ['do', 'it', ...rest]
      const quick = quickLine(model, words)
      if (quick === undefined) return
      answered++
      const full = readLine('tool', model, words)
      expect({ words, leftovers: full.parsed.leftovers }).toEqual({ words, leftovers: [] })
      expect({ words, ...quick }).toEqual({ words, given: { ...full.given }, flags: full.flags })
    }),
    { numRuns: 5000 },
  )
  expect(answered).toBeGreaterThan(300)
})
