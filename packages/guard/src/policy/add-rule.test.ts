import { expect, test } from 'vitest'
import { withRule } from './add-rule.js'

const rule = { decision: 'allow', command: ['git', 'push'] }

test.each([
  ['{}'],
  ['{"rules": []}'],
  ['{\n  "rules": [ ]\n}\n'],
  ['{\n  "rules": [\n    { "decision": "deny", "tool": "]" }\n  ],\n  "mode": "plan"\n}\n'],
  ['{"version": "1", "rules": [{"decision": "ask", "tool": "a"}, {"decision": "ask", "tool": "b"}]}'],
])('a rule stands behind the others: %j', (text) => {
  const before = JSON.parse(text) as { rules?: unknown[] }
  expect(JSON.parse(withRule(text, rule))).toEqual({ ...before, rules: [...(before.rules ?? []), rule] })
})

test('nothing else of the file is changed', () => {
  const text = '{\n    "rules":   [ {"decision":"deny","tool":"x"}\n ] }'
  expect(withRule(text, rule)).toBe(
    `{\n    "rules":   [ {"decision":"deny","tool":"x"},\n    ${JSON.stringify(rule)}\n ] }`,
  )
})
