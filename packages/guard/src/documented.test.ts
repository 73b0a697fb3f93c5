import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPolicy } from './policy/read.js'
import { MODES } from './policy/types.js'
import { isBroken } from './policy/types.js'
import { RULES } from './rules/rules.js'

const page = readFileSync(fileURLToPath(new URL('../../../docs/guard.md', import.meta.url)), 'utf8')
const problemsOf = (text: string) => {
  const policy = readPolicy(text, { source: 'user', file: 'policy.json' })
  return isBroken(policy) ? policy.problems : []
}

test('the table of built-in rules is made of the rules', () => {
  const rows = Object.entries(RULES).map(
    ([id, { decisions, applies }]) => `| \`${id}\` | ${decisions.join(', ')} | ${applies} |`,
  )
  expect(page).toContain(rows.join('\n'))
})

test('every mode, and every rule that policies add, is documented', () => {
  for (const mode of MODES) expect(page).toContain(`\`${mode}\``)
  for (const rule of ['policy', 'policy-broken', 'untrusted-repository', 'drift']) expect(page).toContain(`\`${rule}\``)
})

test('every condition is documented', () => {
  const text = readFileSync(new URL('policy/read-rule.ts', import.meta.url), 'utf8')
  const keys = [...text.match(/const KEYS = \[([^\]]*)\]/)![1]!.matchAll(/'(\w+)'/g)].map(([, key]) => key!)
  expect(keys.length).toBeGreaterThan(8)
  for (const key of keys.filter((one) => one !== 'decision')) expect(page).toContain(`| \`${key}\` |`)
})

test('the policies in the documentation and those to begin with can be followed', () => {
  const examples = [...page.matchAll(/```jsonc\n(.*?)```/gs)].map(([, text]) => text!)
  expect(examples.length).toBeGreaterThan(0)
  const starters = ['user', 'project'].map((name) =>
    readFileSync(new URL(`../policies/${name}.json`, import.meta.url), 'utf8'),
  )
  for (const text of [...examples, ...starters]) {
    expect(problemsOf(text)).toEqual([])
  }
})
