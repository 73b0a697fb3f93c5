import { rmSync, symlinkSync } from 'node:fs'
import { createRedactor, resultFolder, type ApprovalReply } from '@atip/runtime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Harness, modelText, textOf, Workspace, type Scenario } from '../testing/runtime-tools.js'

let space: Workspace
beforeEach(() => void (space = new Workspace()))
afterEach(() => space.remove())
const harness = (scenario?: Scenario) => new Harness(space, scenario)

describe('whatever a model sends, each call has one result and nothing else happens', () => {
  const circular: Record<string, unknown> = {}
  circular.path = circular
  const deep = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`) as unknown
  const inputs: Record<string, unknown> = {
    'ten megabytes': { path: 'x'.repeat(10_000_000) },
    'half a character': { path: '\ud800' },
    'half a character in a name': { path: 'a', '\udc00': 1 },
    'a circle': circular,
    depth: deep,
    'a function': { path: () => 'a' },
    'a big integer': { path: 1n },
    nothing: undefined,
    null: null,
    'a list': [],
    'a key called __proto__': JSON.parse('{"path":"a","__proto__":{"ms":1}}'),
    'not a number': { path: 'a', ms: Number.NaN },
  }
  test.each(Object.keys(inputs))('%s', async (name) => {
    const [result] = await harness().run(['read_file', inputs[name]])
    expect(result).toMatchObject({ status: 'failed', is_error: true, side_effects: 'none' })
    expect(result!.error!.error_class).toBe('schema_validation_failed')
    expect(space.trace()).toEqual([])
  })

  test('prototypes are not changed', async () => {
    await harness().run(['blind', JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"n":1}')])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('the host', () => {
  test('nothing runs if results cannot be stored', async () => {
    space.write('a', 'A')
    const results = resultFolder(space.file('results'))
    rmSync(space.file('results'), { recursive: true })
    const [result] = await harness({ results }).run(['read_file', { path: 'a' }])
    expect(result).toMatchObject({ status: 'failed', side_effects: 'none' })
    expect(result!.error!.error_class).toBe('dependency_unavailable')
    expect(space.trace()).toEqual([])
  })

  test('an approver that fails, answers nonsense or answers another question is a denial', async () => {
    space.write('a', 'A')
    const edit = ['edit_file', { path: 'a', from: 'A', to: 'B' }] as [string, unknown]
    const replies = [
      () => Promise.reject(new Error('closed')),
      () => Promise.resolve({ behavior: 'yes' } as unknown as ApprovalReply),
      () => Promise.resolve({ behavior: 'allow', input_digest: 'sha256:0' } as ApprovalReply),
    ]
    for (const approver of replies) {
      const [result] = await harness({ approver }).run(edit)
      expect(result).toMatchObject({ status: 'rejected', side_effects: 'none' })
    }
    const [late] = await harness({ approver: () => new Promise(() => {}), limits: { approvalTimeoutMs: 20 } }).run(edit)
    expect(late!.error).toMatchObject({ error_class: 'approval_rejected', error_code: 'approval_expired' })
    expect(space.read('a')).toBe('A')
  })

  test('an input that a person edits must still fit the schema', async () => {
    space.write('a', 'A')
    const updatedInput = { path: space.file('a'), from: 'A' }
    const one = harness({ approvals: [{ behavior: 'allow', updatedInput }] })
    const [result] = await one.run(['edit_file', { path: 'a', from: 'A', to: 'B' }])
    expect(result!.error!.error_class).toBe('invalid_arguments')
    expect(space.read('a')).toBe('A')
  })

  test('a hook cannot change what other hooks see, nor what the model sent', async () => {
    space.write('a', 'A')
    const run = ({ modelInput, permissionInput }: { modelInput: unknown; permissionInput: unknown }) => {
      expect(() => Object.assign(modelInput as object, { path: 'b' })).toThrow(TypeError)
      expect(() => Object.assign(permissionInput as object, { path: 'b' })).toThrow(TypeError)
    }
    const [result] = await harness({ hooks: [{ id: 'h', event: 'pre_tool_use', run }] }).run([
      'read_file',
      { path: 'a' },
    ])
    expect(textOf(result!)).toBe('A')
  })

  test('secrets in errors and in progress are removed', async () => {
    const token = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`
    const tools = [
      {
        id: 'fails',
        namespace: 'x',
        name: 'fails',
        description: 'fails',
        input: { type: 'object' },
        execute: (_: unknown, { progress }: { progress(fact: { message: string }): void }) => {
          progress({ message: `with ${token}` })
          throw new Error(`could not use ${token}`)
        },
      },
    ]
    const one = harness({ tools: tools as never, rules: [{ decision: 'allow', tool: '*' }], redact: createRedactor() })
    const [result] = await one.run(['fails', {}])
    expect(modelText(result!)).toContain('could not use [REDACTED]')
    expect(result).toMatchObject({ redaction_state: 'redacted', side_effects: 'possible' })
    expect(JSON.stringify([result, one.events])).not.toContain(token)
  })

  test('a link in the place of a folder does not hide what a call touches', async () => {
    space.write('secret', 'A')
    symlinkSync(space.folder, space.file('here'))
    const rules = [{ decision: 'deny' as const, paths: ['secret'] }]
    const one = harness({ mode: 'accept-edits', rules, approvals: ['yes'] })
    const [direct, linked] = await one.run(
      ['edit_file', { path: 'secret', from: 'A', to: 'B' }],
      ['edit_file', { path: 'here/secret', from: 'A', to: 'B' }],
    )
    expect([direct!.status, linked!.status, space.read('secret')]).toEqual(['denied', 'denied', 'A'])
  })
})
