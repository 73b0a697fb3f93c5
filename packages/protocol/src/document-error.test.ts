import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document } from '../testing/arbitraries.js'
import { damaged } from '../testing/damaged.js'
import { assertDocument, DocumentError } from './document-error.js'
import { lint } from './lint/lint.js'
import type { AtipDocument } from './types.js'
import { validate } from './validate/validate.js'

const anything = fc.oneof(fc.jsonValue(), damaged(document))

test('lint checks every valid document, and throws a DocumentError for any other value', () => {
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(anything, (value) => {
      const { valid } = validate(value)
      seen[valid ? 'valid' : 'invalid']++
      const run = () => lint(value as AtipDocument)
      if (valid && typeof value === 'object') expect(run()).toBeInstanceOf(Array)
      else expect(run).toThrow(DocumentError)
    }),
    { numRuns: 1000 },
  )
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(100)
})

test('the error says where, what was expected and found, how much more is wrong, and what to do', () => {
  const broken = { atip: '0.6', name: 'a', version: '1', description: 'x', commands: { run: { options: 5 } } }
  const caught = errorOf(() => assertDocument(broken, 'tools[2]'))
  expect(caught).toMatchObject({ code: 'invalid-document', name: 'DocumentError' })
  expect(caught.message).toBe(
    'tools[2]/commands/run/options is not valid: must be an array; found 5 (and 1 more problem); read it with readTool() first and use the tool that it returns',
  )
  expect(caught.problems.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'wrong-type /commands/run/options',
    'missing-field /commands/run',
  ])
})

test('text is not a document, whatever it holds', () => {
  const text = '{"atip":"0.3","name":"a","version":"1","description":"x"}'
  expect(errorOf(() => assertDocument(text, 'document')).message).toMatch(/^document is not valid: must be an object/)
})

function errorOf(run: () => void): DocumentError {
  try {
    run()
  } catch (error) {
    if (error instanceof DocumentError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
