import { expect, test } from 'vitest'
import { withRule } from './add-rule.js'

const rule = { decision: 'allow', command: ['git', 'push'] }

test.each([
  ['{}'],
  ['{"rules": []}'],
  ['{\n  "rules": [ ]\n}\n'],
  ['{\n  "rules": [\n    { "decision": "deny", "tool": "]" }\n  ],\n  "mode": "plan"\n}\n'],
  ['{"version": "1", "rules": [{"decision": "ask", "tool": "a"}, {"decision": "ask", "tool": "b"}]}'],
])('a new rule is appended after the others: %j', (text) => {
  const before = JSON.parse(text) as { rules?: unknown[] }
  expect(JSON.parse(withRule(text, rule))).toEqual({ ...before, rules: [...(before.rules ?? []), rule] })
})

test('a policy without rules keeps its layout as well', () => {
  expect(withRule('{\n    "mode":   "plan" }\n', rule)).toBe(
    `{\n    "mode":   "plan",\n  "rules": [\n    ${JSON.stringify(rule)}\n  ]\n}\n`,
  )
})

test('nothing else of the file is changed', () => {
  const text = '{\n    "rules":   [ {"decision":"deny","tool":"x"}\n ] }'
  expect(withRule(text, rule)).toBe(
    `{\n    "rules":   [ {"decision":"deny","tool":"x"},\n    ${JSON.stringify(rule)}\n ] }`,
  )
})
