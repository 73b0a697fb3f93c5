import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathFrom } from './path-from.js'

const path = fc
  .array(fc.constantFrom('', '.', '..', '...', 'a', '.b', 'c.', ' '), { maxLength: 5 })
  .map((segments) => segments.join('/'))

test('a path is the one that Node finds, however it is written', () => {
  const folder = path.map((one) => posix.resolve('/', one))
  fc.assert(
    fc.property(folder, path, (cwd, one) => {
      expect(pathFrom(cwd, one)).toBe(posix.resolve(cwd, one))
    }),
  )
})

test('a path from a folder that is not known is only made tidy', () => {
  fc.assert(
    fc.property(path, (one) => {
      const tidy = posix.normalize(one)
      expect(pathFrom(undefined, one)).toBe(tidy === '/' || !tidy.endsWith('/') ? tidy : tidy.slice(0, -1))
    }),
  )
})
