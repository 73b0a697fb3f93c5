import { lookupShim } from '@atip/shims'
import { describe, expect, test } from 'vitest'
import { defineTool } from '../tool/define-tool.js'
import type { DeclaredFacts, RuntimeTool } from '../tool/tool.js'
import { judgeCall, type PolicyState } from './judge-call.js'
import { policyOf, ruleAgainst, type RuleNotation } from './rules.js'

const tool = (more: Partial<RuntimeTool>) =>
  defineTool({ id: 'x.y', namespace: 'x', name: 'y', description: 'y', input: {}, execute: () => '', ...more })
const shell = tool({ id: 'shell', line: ((line: string) => line) as never })
const facts = (said: DeclaredFacts) => tool({ facts: () => said })

const state = (rules: RuleNotation[] = [], more: Partial<PolicyState> = {}): PolicyState => ({
  policies: [policyOf(rules, '/work')],
  linePolicies: [],
  mode: 'default',
  lookup: lookupShim,
  places: { cwd: '/work', home: '/home/ann' },
  epoch: 0,
  ...more,
})

describe('a line', () => {
  const locks = async (line: string) => (await judgeCall(shell, line, state())).facts.footprint

  test('that changes nothing reads what it names, or where it is called', async () => {
    expect(await locks('cat a b')).toEqual([
      { key: 'path:/work/a', access: 'read' },
      { key: 'path:/work/b', access: 'read' },
    ])
    expect(await locks('git status')).toEqual([{ key: 'path:/work', access: 'read' }])
    expect(await locks('cat src/*.ts')).toEqual([{ key: 'path:/work/src', access: 'read' }])
  })

  test('that writes files it names holds those; anything else holds everything', async () => {
    expect(await locks('touch a')).toEqual([{ key: 'path:/work/a', access: 'write' }])
    expect(await locks('echo x > a')).toContainEqual({ key: 'path:/work/a', access: 'write' })
    for (const line of ['npm test', 'touch $x', 'frobnicate', 'curl -X POST example.com', 'echo "']) {
      expect(await locks(line)).toEqual([{ key: '*', access: 'write' }])
    }
  })

  test('obeys rules about the tool itself, beside those about its commands', async () => {
    const decide = async (rules: RuleNotation[]) => (await judgeCall(shell, 'ls', state(rules))).ruling.decision
    expect(await decide([])).toBe('allow')
    expect(await decide([{ decision: 'ask', tool: 'shell' }])).toBe('ask')
    expect(await decide([{ decision: 'deny', tool: 'sh*l' }])).toBe('deny')
    expect(await decide([{ decision: 'deny', tool: 'ls' }])).toBe('deny')
    const allowed = await judgeCall(shell, 'touch a', state([{ decision: 'allow', tool: 'shell' }]))
    expect(allowed.ruling.decision).toBe('ask')
  })

  test('is judged by what the runtime knows before what the tool says of itself', async () => {
    const effects = { network: false, destructive: false, filesystem: { read: true, write: false, delete: false } }
    const decide = async (line: string) => {
      const name = line.split(' ')[0]!
      const metadata = { atip: { version: '0.6' }, name, version: '1', description: 'x', effects }
      const one = tool({ id: 'cli', metadata, line: (() => line) as never })
      return (await judgeCall(one, {}, state())).ruling.decision
    }
    expect(await decide('mytool')).toBe('allow')
    expect(await decide('rm -r x')).toBe('deny')
  })
})

describe('a function', () => {
  test('locks everything unless it says that it may run beside others', async () => {
    const footprint = [{ key: 'path:a', access: 'read' as const }]
    expect((await judgeCall(facts({ footprint }), {}, state())).facts.footprint[0]!.key).toBe('*')
    const safe = await judgeCall(facts({ footprint, concurrencySafe: true }), {}, state())
    expect(safe.facts.footprint).toEqual([{ key: 'path:/work/a', access: 'read' }])
  })

  test('that names more than can be checked is not judged', async () => {
    const footprint = Array.from({ length: 201 }, (_, n) => ({ key: `path:${n}`, access: 'read' as const }))
    await expect(judgeCall(facts({ footprint }), {}, state())).rejects.toThrow('more than 200')
  })

  test('may be denied as a whole, and then no surface shows it', () => {
    const policies = (rule: RuleNotation) => [policyOf([rule], '/work')]
    expect(ruleAgainst(shell, policies({ decision: 'deny', tool: 'shell', because: 'no' }))).toBeDefined()
    expect(ruleAgainst(shell, policies({ decision: 'deny', tool: 'shell', paths: ['a'] }))).toBeUndefined()
    expect(ruleAgainst(shell, policies({ decision: 'ask', tool: 'shell' }))).toBeUndefined()
  })
})
