import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectsOf, parseArgv } from '@atip/protocol'
import { lookupSource } from '../../../../testing/shims.js'
import { literalOf } from '../shell/word.js'
import { operandPrinted, type OperandPart } from './operand-printed.js'

const run = (program: string, words: string[]) => execFileSync(program, words, { encoding: 'utf8' }).replace(/\n$/, '')

function computed(program: string, words: string[]): string | undefined {
  const tool = lookupSource(program)!
  const call = parseArgv(tool, [program, ...words])
  const printed = operandPrinted(effectsOf(tool, call).prints as OperandPart, call, '/')
  return printed === undefined ? undefined : literalOf(printed)
}

const paths = fc.string({ unit: fc.constantFrom('a', 'b', '.', '/', '-', 'c'), minLength: 1, maxLength: 8 })

test.each(['basename', 'dirname'])('%s prints what the program prints', (program) => {
  fc.assert(
    fc.property(paths, (path) => computed(program, ['--', path]) === run(program, ['--', path])),
    { numRuns: 40 },
  )
})

test.each([[['src/main.c', '.c']], [['.c', '.c']], [['a/b.c/', '.c']], [['-s', '.c', 'src/main.c']]])(
  'an end is taken off a name as basename does: %j',
  (words) => {
    expect(computed('basename', words)).toBe(run('basename', words))
  },
)

test('what prints several names is not computed', () => {
  expect(computed('basename', ['-a', 'x', 'y'])).toBeUndefined()
  expect(computed('dirname', ['x/a', 'y/b'])).toBeUndefined()
})
