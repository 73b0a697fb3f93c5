import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readPolicy } from './policy/read.js'
import { PROJECT_STARTER, USER_STARTER } from './policy/starter.js'
import { MODES } from './policy/types.js'
import { isBroken } from './policy/types.js'

const page = readFileSync(fileURLToPath(new URL('../../../docs/guard.md', import.meta.url)), 'utf8')
const sources = ['.', 'judge', 'policy'].flatMap((folder) => {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(path)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(`${path}/${name}`, 'utf8'))
})
const problemsOf = (text: string) => {
  const policy = readPolicy(text, { source: 'user', file: 'policy.json' })
  return isBroken(policy) ? policy.problems : []
}

test('every built-in rule is documented', () => {
  const said = sources.flatMap((text) =>
    [...text.matchAll(/'(?:ask|deny|allow)', '([a-z-]+)',/g)].map(([, name]) => name!),
  )
  const named = new Set([
    ...said,
    'network',
    'writes',
    'changes',
    'unknown-effects',
    'policy-broken',
    'untrusted-repository',
  ])
  expect(named.size).toBeGreaterThan(18)
  for (const rule of named) expect(page).toContain(`\`${rule}\``)
  for (const mode of MODES) expect(page).toContain(`\`${mode}\``)
})

test('every condition is documented', () => {
  const text = sources.find((one) => one.includes('const CONDITIONS ='))!
  const keys = [...text.match(/const KEYS = \[([^\]]*)\]/)![1]!.matchAll(/'(\w+)'/g)].map(([, key]) => key!)
  expect(keys.length).toBeGreaterThan(8)
  for (const key of keys.filter((one) => one !== 'decision')) expect(page).toContain(`| \`${key}\` |`)
})

test('the policies in the documentation and those to begin with can be followed', () => {
  const examples = [...page.matchAll(/```jsonc\n(.*?)```/gs)].map(([, text]) => text!)
  expect(examples.length).toBeGreaterThan(0)
  for (const text of [...examples, JSON.stringify(USER_STARTER), JSON.stringify(PROJECT_STARTER)]) {
    expect(problemsOf(text)).toEqual([])
  }
})
