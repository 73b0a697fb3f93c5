import { quoteLine, type AtipTool } from '@atip/protocol'
import { describe, expect, test } from 'vitest'
import type { RuntimeOptions } from '../options.js'
import { createRuntime } from '../runtime.js'
import { toolsFromAtip } from '../sources/from-atip.js'
import { defineTool } from '../tool/define-tool.js'

const QUIET = {
  network: false,
  subprocess: false,
  destructive: false,
  filesystem: { read: false, write: false, delete: false },
}

const pt: AtipTool = {
  atip: { version: '0.6' },
  name: 'pt',
  version: '1',
  description: 'Points',
  effects: QUIET,
  commands: {
    go: { description: 'Goes', effects: QUIET },
    tag: { description: 'Tags', commands: { add: { description: 'Adds', effects: QUIET } } },
  },
  trust: { source: 'user' },
}

const primed = (schema: object, rateLimits = {}) => ({
  id: 'pt',
  prime: () => ({ version: '1', session: { sessionId: 's' }, usageDirectives: {}, schema, rateLimits }),
})

/** Runs any command of `pt`, as `atip run` does. */
const anyCommand = defineTool({
  id: 'pt',
  namespace: 'pt',
  name: 'pt',
  description: 'Points',
  provider: 'pt',
  metadata: pt,
  input: { type: 'object', properties: { argv: { type: 'array', items: { type: 'string' } } }, required: ['argv'] },
  line: ({ argv }: { argv: string[] }) => quoteLine(argv),
  execute: () => 'done',
})

const options: Partial<RuntimeOptions> = { lookup: () => pt, approver: async () => ({ behavior: 'allow' }) }

async function called(more: Partial<RuntimeOptions>, id: string, input: object = {}) {
  const tools = toolsFromAtip(pt, { run: () => 'done', provider: 'pt' })
  const runtime = createRuntime({ tools, ...options, ...more })
  const [result] = await runtime.run(runtime.surface(), [{ id: '1', name: id, input }]).results
  return result!
}

describe('deprecated commands of a program', () => {
  const written = ['tag add', 'tag/add', 'tag.add', 'tag_add', 'pt tag add', 'pt/tag/add', 'pt.tag.add', 'pt_tag_add']

  test.each(written)(
    '%s is the command `tag add`, for its own tool and for one that runs any command',
    async (name) => {
      const schema = { deprecatedCommands: [name], preferredCommands: ['go'] }
      const deny = { providers: [primed(schema)], deprecated: 'deny' } as const
      expect(await called(deny, 'pt.tag.add')).toMatchObject({ status: 'denied' })
      expect(await called(deny, 'pt.go')).toMatchObject({ status: 'succeeded' })
      const any = { ...deny, tools: [anyCommand] }
      expect(await called(any, 'pt', { argv: ['pt', 'tag', 'add'] })).toMatchObject({ status: 'denied' })
      expect(await called(any, 'pt', { argv: ['pt', 'go'] })).toMatchObject({ status: 'succeeded' })
    },
  )

  test('a call of one says so, and what to use, in whole sentences', async () => {
    const providers = [primed({ deprecatedCommands: ['go'], preferredCommands: ['tag add'] })]
    const said = 'pt says that go is deprecated. Use tag add instead.'
    expect((await called({ providers }, 'pt.go')).additional_context).toEqual([said])
    const denied = await called({ providers, deprecated: 'deny' }, 'pt.go')
    expect(denied.error?.message).toBe(`Permission denied: ${said}`)
  })

  test('the search ranks preferred commands first and deprecated ones last', async () => {
    const tools = toolsFromAtip(pt, { run: () => 'done', provider: 'pt' })
    const order = async (schema: object) => {
      const runtime = createRuntime({ tools, ...options, providers: [primed(schema)] })
      await runtime.run(runtime.surface(), [{ id: '1', name: 'pt.go', input: {} }]).results
      const { matches } = await runtime.search(runtime.surface({ deferred: ['pt.*'] }), 'pt')
      return matches.map(({ tool_id }) => tool_id)
    }
    expect(await order({ preferredCommands: ['tag add'] })).toEqual(['pt.tag.add', 'pt.go'])
    expect(await order({ deprecatedCommands: ['tag add'] })).toEqual(['pt.go', 'pt.tag.add'])
  })
})
