import { describe, expect, test } from 'vitest'
import { checksOf, defineTool } from './define-tool.js'
import type { RuntimeTool } from './tool.js'

const tool = (more: Partial<RuntimeTool>): RuntimeTool => ({
  id: 'x.y',
  namespace: 'x',
  name: 'y',
  description: 'does y',
  input: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  execute: () => '',
  ...more,
})

describe('a tool', () => {
  test('with a schema that does not compile fails when it is defined, and says which schema', () => {
    expect(() => defineTool(tool({ input: { type: 'strin' } }))).toThrow(/^x\.y: input is not a valid JSON Schema/)
    expect(() => defineTool(tool({ output: { $ref: '#/nowhere' } }))).toThrow(/^x\.y: output is not a valid/)
    expect(() => defineTool(tool({ runtimeInput: { pattern: '(' } }))).toThrow(/^x\.y: runtimeInput is not/)
  })

  test('may have the same schema id as another tool', () => {
    const input = { $id: 'https://example.org/same', type: 'object' }
    expect(() => [defineTool(tool({ input })), defineTool(tool({ id: 'x.z', input: { ...input } }))]).not.toThrow()
  })

  test('must not show internal fields to models', () => {
    expect(() => defineTool(tool({ internal: ['a'] }))).toThrow('the internal field a is in the schema for models')
  })

  test('says what is wrong with an input, and where', () => {
    const { model } = checksOf(tool({}))
    expect(model({ a: 'x' })).toEqual([])
    expect(model({ a: 1, b: 2 }).sort()).toEqual([
      '/a must be string',
      'the input must NOT have additional properties: "b"',
    ])
  })
})
