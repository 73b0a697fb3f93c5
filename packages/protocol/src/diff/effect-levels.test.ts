import { expect, test } from 'vitest'
import { compareAt, openLevel, summarise } from './effect-levels.js'

test('more rows than a call can have arguments are told one by one', () => {
  const root = openLevel(undefined, [], {}, {})
  const safe = { network: false }
  const unsafe = { network: true }
  for (let index = 0; index < 200_000; index++) {
    const after = index > 0 ? unsafe : safe
    compareAt(openLevel(root, [`c${index}`], {}, {}), safe, after)
  }
  expect(summarise(root)).toHaveLength(199_999)
})
