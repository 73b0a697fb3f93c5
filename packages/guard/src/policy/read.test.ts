import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readStrictJson } from './json.js'
import { readPolicy } from './read.js'
import { isBroken } from './types.js'

const read = (text: string) => readPolicy(text, { source: 'user', file: 'policy.json' })
const problems = (text: string) => {
  const policy = read(text)
  return isBroken(policy) ? policy.problems.map((one) => `${one.line}:${one.column} ${one.pointer} ${one.message}`) : []
}

test('every kind of condition is read', () => {
  const rule = {
    decision: 'allow',
    command: "git commit -m 'a b'",
    exact: true,
    tool: 'git*',
    effects: { destructive: [true, null], 'cost.estimate': 'low', filesystem: { write: true } },
    paths: './dist/**',
    access: ['write'],
    in: '~/src',
    trust: { source: ['native', 'none'], verified: true },
    because: 'it is fine',
  }
  expect(
    read(JSON.stringify({ $schema: 'x', version: '1', mode: 'plan', rules: [rule], repositories: {} })),
  ).toMatchObject({
    mode: 'plan',
    repositories: { trusted: [], others: 'ask' },
    rules: [
      {
        decision: 'allow',
        command: ['git', 'commit', '-m', 'a b'],
        isExact: true,
        tools: ['git*'],
        effects: [
          { field: 'destructive', values: [true, undefined] },
          { field: 'cost.estimate', values: ['low'] },
          { field: 'filesystem.write', values: [true] },
        ],
        paths: ['./dist/**'],
        access: ['write'],
        folders: ['~/src'],
        trust: { sources: ['native', 'none'], verified: [true] },
        because: 'it is fine',
        pointer: '/rules/0',
      },
    ],
  })
})

describe('what is wrong is said with its place', () => {
  test.each([
    ['', '1:1  expected a value, found the end of the file'],
    ['{"rules": [}', '1:12  expected a value or "]", found "}"'],
    ['{\n  "rules": [],\n  "rules": []\n}', '3:3  the key "rules" occurs twice; keep one of them'],
    ['[]', '1:1  must be an object, found []'],
    ['{"version": "2"}', '1:13 /version must be one of "1", found "2"'],
    [
      '{"mode": "plna"}',
      '1:10 /mode must be one of "balanced", "accept-edits", "default", "headless", "plan", found "plna"; did you mean "plan"?',
    ],
    ['{"rule": []}', '1:2 /rule "rule" is not a key of a policy here; did you mean "rules"?'],
    ['{"rules": {}}', '1:11 /rules must be a list of rules, found {}'],
    ['{"rules": [{"tool": "x"}]}', '1:12 /rules/0 needs a "decision": "allow", "ask" or "deny"'],
    [
      '{"rules": [{"decision": "alow", "tool": "x"}]}',
      '1:25 /rules/0/decision must be one of "allow", "ask", "deny", found "alow"; did you mean "allow"?',
    ],
    [
      '{"rules": [{"decision": "deny", "command": "a | b"}]}',
      '1:44 /rules/0/command must be plain words: "|" at 2 needs a shell; quote it if it is meant literally',
    ],
    [
      '{"rules": [{"decision": "deny", "effects": {"netwrk": true}}]}',
      '1:45 /rules/0/effects/netwrk "netwrk" is not a key of a policy here; did you mean "network"?',
    ],
    [
      '{"rules": [{"decision": "deny", "effects": {"network": "yes"}}]}',
      '1:56 /rules/0/effects/network must be one of true, false, null (null is unknown) or a list of them, found "yes"',
    ],
    [
      '{"rules": [{"decision": "deny", "tool": "x", "access": ["write"]}]}',
      '1:56 /rules/0/access speaks of "paths", which are missing',
    ],
    ['{"rules": [{"decision": "deny", "tool": []}]}', '1:41 /rules/0/tool must be text or a list of texts, found []'],
    ['{"autoApprove": {}}', '1:17 /autoApprove must not be empty: it would hold for everything'],
    [
      '{"delegation": {"deniedCommands": [7]}}',
      '1:36 /delegation/deniedCommands/0 must be text or a list of texts, found 7',
    ],
    [
      '{"policy": {"approval": {"mode": "list"}}}',
      '1:34 /policy/approval/mode must be one of "allowlist", "open", found "list"',
    ],
  ])('%j', (text, expected) => {
    expect(problems(text)).toContain(expected)
  })

  test('a rule without a condition would be about everything', () => {
    expect(problems('{"rules": [{"decision": "allow"}]}')[0]).toMatch(/needs at least one condition/)
  })
})

test('JSON is what JSON.parse accepts, except that duplicate keys are errors', () => {
  const text = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value, null, 1)),
    fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', 'a', '1', '-', '.', ' ', '\n', '\\', 'true', 'null'),
    }),
  )
  fc.assert(
    fc.property(text, (one) => {
      const read = readStrictJson(one)
      let parsed: { value: unknown } | undefined
      try {
        parsed = { value: JSON.parse(one) as unknown }
      } catch {
        parsed = undefined
      }
      if ('fault' in read) expect(parsed === undefined || read.fault.message.includes('twice')).toBe(true)
      else expect(read).toEqual(parsed)
    }),
    { numRuns: 500 },
  )
})

test('any JSON is read or refused, never half understood', () => {
  const key = fc.constantFrom(
    'version',
    'mode',
    'rules',
    'decision',
    'command',
    'policy',
    'delegation',
    'effects',
    '__proto__',
    'x',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('allow', 'deny', '1', true, null, 3),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(value, (one) => {
      const policy = read(JSON.stringify(one))
      if (isBroken(policy)) expect(policy.problems.length).toBeGreaterThan(0)
      else for (const rule of policy.rules) expect(['allow', 'ask', 'deny']).toContain(rule.decision)
    }),
    { numRuns: 300 },
  )
})
