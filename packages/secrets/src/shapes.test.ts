import { expect, test } from 'vitest'
import { FORMATS } from '../../../testing/secret-formats.js'
import { SECRET_SHAPES } from './shapes.js'

test('the patterns are all global, and each kind with a fixed shape has a sample', () => {
  for (const { pattern } of SECRET_SHAPES) expect(pattern.global).toBe(true)
  const keeping = SECRET_SHAPES.filter(({ pattern }) => !/^\((?!\?)/.test(pattern.source)).map(({ kind }) => kind)
  expect([...new Set(keeping)].sort()).toEqual([...new Set(FORMATS.map(([kind]) => kind))].sort())
})
