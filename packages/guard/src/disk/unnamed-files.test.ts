import { lookupShim } from '@atip/shims'
import { parseArgv } from '@atip/protocol/calls'
import { expect, test } from 'vitest'
import { unnamedFilesTable } from './tables.js'

test('every call in the table is one that a shim describes', () => {
  const { obeyed, shown, 'shown by key': byKey } = unnamedFilesTable()
  const calls = [...Object.keys(obeyed), ...Object.keys(shown), ...Object.keys(byKey)]
  expect(calls.length).toBeGreaterThan(30)
  const unknown = calls.filter((call) => {
    const [program = '', ...words] = call.split(' ')
    const tool = lookupShim(program)
    return tool === undefined || parseArgv(tool, [program, ...words]).path.filter(Boolean).length !== words.length
  })
  expect(unknown).toEqual([])
})
