import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toolNames } from './tool-names.js'

const hash = (path: string[], digits = 6) => createHash('sha256').update(path.join('\0')).digest('hex').slice(0, digits)

test('a path is joined with underscores, and what no provider takes becomes one', () => {
  expect(
    toolNames([['gh', 'pr', 'create'], ['docker-compose', 'up'], ['g++'], ['python3.11'], ['ünï', 'x y']]),
  ).toEqual(['gh_pr_create', 'docker-compose_up', 'g__', 'python3_11', '_n__x_y'])
})

test('a name never begins with a digit or a dash', () => {
  expect(toolNames([['7z', 'a'], ['-x'], ['[']])).toEqual(['_7z_a', '_-x', '_'])
})

test('names that would be the same all get a hash of their path', () => {
  const paths = [
    ['a', 'b_c'],
    ['a_b', 'c'],
    ['a', 'd'],
  ]
  expect(toolNames(paths)).toEqual([`a_b_c_${hash(paths[0]!)}`, `a_b_c_${hash(paths[1]!)}`, 'a_d'])
})

test('a name over 47 characters is cut for its hash, one of 47 is not', () => {
  const long = ['t', 'x'.repeat(46)]
  expect(toolNames([['t', 'y'.repeat(45)], long])).toEqual([`t_${'y'.repeat(45)}`, `t_${'x'.repeat(38)}_${hash(long)}`])
})

test('a command that is named like another with its hash keeps its name', () => {
  const paths = [['a', 'b'], ['a_b'], [`a_b_${hash(['a', 'b'])}`]]
  const names = toolNames(paths)
  expect(names[2]).toBe(`a_b_${hash(['a', 'b'])}`)
  expect(names[0]).toBe(`a_b_${hash(['a', 'b'], 12)}`)
  expect(new Set(names).size).toBe(3)
})

test('the same tool given twice still has two names', () => {
  expect(
    new Set(
      toolNames([
        ['git', 'log'],
        ['git', 'log'],
        ['git', 'log'],
      ]),
    ).size,
  ).toBe(3)
})

const word = fc.oneof(
  fc.constantFrom('a', 'b', 'a_b', '_', '', '-', '.', 'a.b', 'a b', 'x'.repeat(40), 'x'.repeat(47), 'ü', '__proto__'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)
const path = fc.array(word, { minLength: 1, maxLength: 4 })

/** Paths whose own names equal the names that other paths get. */
const adversarial = fc.array(path, { maxLength: 12 }).chain((paths) => {
  const names = toolNames(paths)
  const spoofs = names.flatMap((name) => [[name], [name.slice(0, 3), name.slice(4)]])
  return fc.shuffledSubarray([...paths, ...spoofs], { minLength: paths.length })
})

test('no two paths ever share a name, and every name suits every provider', () => {
  fc.assert(
    fc.property(adversarial, (paths) => {
      const names = toolNames(paths)
      expect(new Set(names).size).toBe(paths.length)
      for (const name of names) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,46}$/)
    }),
    { numRuns: 500 },
  )
})

test('the order of different paths does not matter', () => {
  const distinct = fc.uniqueArray(path, { maxLength: 12, selector: (words) => words.join('\0') })
  fc.assert(
    fc.property(distinct, (paths) => {
      const backwards = [...paths].reverse()
      expect(toolNames(backwards).reverse()).toEqual(toolNames(paths))
    }),
    { numRuns: 500 },
  )
})

test('a hundred thousand colliding paths all get names', () => {
  const paths = Array.from({ length: 100_000 }, (_, index) => [`a${index % 2 === 0 ? '.' : ' '}${index >> 1}`])
  expect(new Set(toolNames(paths)).size).toBe(100_000)
})

test('a reserved name gets a hash', () => {
  const rule = { forbidden: /[^a-z]/g, maxLength: 47, isReserved: (name: string) => name === 'import' }
  expect(toolNames([['import'], ['important']], rule)).toEqual([`import_${hash(['import'])}`, 'important'])
})
