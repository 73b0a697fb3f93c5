import { expect, test } from 'vitest'
import { FORMATS } from '../../../../testing/secret-formats.js'
import { IN_CONTEXT } from './in-context.js'
import { KEY_FORMATS } from './key-formats.js'

test('the patterns are all global, and each format has a sample', () => {
  for (const { pattern } of [...KEY_FORMATS, ...IN_CONTEXT]) expect(pattern.global).toBe(true)
  const keeping = KEY_FORMATS.filter(({ pattern }) => !/^\((?!\?)/.test(pattern.source)).map(({ kind }) => kind)
  expect([...new Set(keeping)].sort()).toEqual([...new Set(FORMATS.map(([kind]) => kind))].sort())
})
