import { validate } from '@atip/protocol'
import { expect, test } from 'vitest'
import { command } from '../callable/command.js'
import { ToolError } from '../errors/error.js'
import { describeTool } from './agent.js'
import type { PartRequest } from '../parse/read-line.js'
import { agentDocument } from './agent-document.js'

const leaf = (description: string) => command({ description, effects: { destructive: false }, run: async () => null })
const tool = await describeTool({
  name: 'hub',
  version: '1.0.0',
  description: 'A hub',
  commands: { pr: { '': 'Pull requests', create: leaf('Open'), list: leaf('List') }, issue: { view: leaf('View') } },
})

test('without a request it is the whole document', () => {
  expect(agentDocument(tool)).toBe(tool)
})

test('a comma list with slashes keeps these commands, counts the rest, and stays valid', () => {
  const part = agentDocument(tool, { commands: 'pr/create, issue' })
  expect(part).toMatchObject({
    partial: true,
    filter: { commands: ['pr/create', 'issue'], depth: null },
    totalCommands: 4,
    includedCommands: 2,
    omitted: { reason: 'filtered', safetyAssumption: 'known-safe' },
  })
  expect(Object.keys(part.commands!)).toEqual(['pr', 'issue'])
  expect(Object.keys(part.commands!.pr!.commands!)).toEqual(['create'])
  expect(validate(part, { profile: 'strict' }).problems).toEqual([])
})

test('a depth cuts what is below', () => {
  const part = agentDocument(tool, { depth: 1 })
  expect(part.commands!.pr).toEqual({ description: 'Pull requests', _truncated: true })
  expect(validate(part, { profile: 'strict' }).problems).toEqual([])
})

test.each([
  ['pr/crate', 'hub --agent --commands pr/create'],
  ['pr create', 'hub --agent --commands pr/create'],
  ['create', 'hub --agent --commands pr/create'],
  ['isue,pr/lst', 'hub --agent --commands issue,pr/list'],
  ['issue,pr/lst', 'hub --agent --commands issue,pr/list'],
  ['zzzzzz', 'hub --agent --depth 1'],
  ['pr/crate,zzzzzz', 'hub --agent --depth 1'],
])('for the unknown %j a line that works is suggested', (commands, example) => {
  const error = failureOf({ commands })
  expect(error).toMatchObject({ code: 'E1001', category: 'input', exitCode: 2 })
  expect(error.suggestion?.example).toBe(example)
  const [, , flag, value] = example.split(' ')
  const request = flag === '--depth' ? { depth: Number(value) } : { commands: value! }
  expect(agentDocument(tool, request).partial).toBe(true)
})

test('only what is unknown is called so', () => {
  expect(failureOf({ commands: 'issue,pr/lst' }).details).toEqual({ unknown: ['pr/lst'] })
})

test.each([{ depth: 0 }, { depth: -1 }, { depth: 1.5 }, { depth: Number.NaN }, { commands: '' }, { commands: ' , ' }])(
  '%j asks for nothing that exists',
  (request) => {
    expect(failureOf(request)).toMatchObject({ category: 'input', exitCode: 2 })
  },
)

test('names of objects are no names of commands', () => {
  expect(failureOf({ commands: '__proto__' }).code).toBe('E1001')
  expect(failureOf({ commands: 'constructor' }).code).toBe('E1001')
})

function failureOf(request: PartRequest): ToolError {
  try {
    agentDocument(tool, request)
  } catch (error) {
    if (error instanceof ToolError) return error
    throw error
  }
  throw new Error('did not fail')
}
