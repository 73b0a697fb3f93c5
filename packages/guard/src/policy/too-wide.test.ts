import { describe, expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import { readPolicy } from './read.js'
import { tooWide } from './too-wide.js'
import { isBroken, type PolicyRule } from './types.js'

function rule(value: object): PolicyRule {
  const policy = readPolicy(JSON.stringify({ rules: [value] }), { source: 'user', file: 'policy.json' })
  if (isBroken(policy)) throw new Error(policy.problems[0]!.message)
  return policy.rules[0]!
}
const widthOf = (value: object) =>
  tooWide(rule({ decision: 'allow', ...value }), { lookup: lookupSource, home: '/home/dev' })

describe('a rule that allows too much', () => {
  test.each<[object, object]>([
    [{ command: ['chmod'] }, { by: 'paths' }],
    [{ command: ['cp'] }, { by: 'paths' }],
    [{ command: ['git'] }, { by: 'words' }],
    [{ command: ['kubectl'] }, { by: 'words' }],
    [{ command: ['mytool'] }, { by: 'exact' }],
    [{ command: ['sudo'] }, { by: 'words', words: ['sudo', 'COMMAND'], exact: true }],
    [{ command: ['sudo', 'ls'] }, { by: 'exact' }],
    [{ command: ['timeout', '5'] }, { by: 'words', exact: true }],
    [{ command: ['xargs'] }, { by: 'words', exact: true }],
    [{ command: ['ssh', 'host'] }, { by: 'words', exact: true }],
    [{ command: ['docker', 'exec'] }, { by: 'words', exact: true }],
    [{ command: ['python3'] }, { by: 'words', words: ['python3', 'SCRIPT'] }],
    [{ command: ['python3', '-c', 'print(1)'] }, { by: 'exact' }],
    [{ command: ['bash', '-c'] }, { by: 'words', exact: true }],
    [{ command: ['eval'] }, { by: 'words', exact: true }],
    [{ command: ['git', 'push'], effects: { destructive: true } }, { by: 'exact' }],
    [{ tool: 'kubectl' }, { by: 'words' }],
    [{ tool: '*' }, { by: 'words' }],
    [{ effects: { network: true } }, { by: 'words' }],
    [{ paths: ['~/**'] }, { by: 'paths' }],
    [{ paths: ['./**'] }, { by: 'paths' }],
    [{ paths: ['**'], command: ['cp'] }, { by: 'paths' }],
    [{ paths: ['*'], access: ['write'] }, { by: 'paths' }],
  ])('%j is narrowed', (value, narrow) => {
    expect(widthOf(value)?.narrow).toMatchObject(narrow)
  })

  test('is not named as the example of a narrower one', () => {
    for (const name of ['git', 'kubectl', 'npm', 'docker', 'gh', 'cargo']) {
      const found = widthOf({ command: [name] })
      if (found?.narrow.by === 'words') expect(widthOf({ command: found.narrow.words })).toBeUndefined()
    }
  })
})

test.each([
  { command: ['git', 'push'] },
  { command: ['npm', 'run', 'build'], in: ['~/shop'] },
  { command: ['python3', 'x.py'] },
  { command: ['/opt/tool/run'] },
  { command: ['sudo', 'ls'], exact: true },
  { command: ['chmod'], paths: ['./build/**'] },
  { command: ['rm', '-rf', 'build'], exact: true, effects: { destructive: true } },
  { command: ['ls'] },
  { paths: ['~/notes/*'], access: ['write'] },
])('%j is narrow enough', (value) => {
  expect(widthOf(value)).toBeUndefined()
})

test.each(['ask', 'deny'])('a rule that says %s may be as wide as it likes', (decision) => {
  for (const value of [{ tool: '*' }, { command: ['sudo'] }, { paths: ['/**'] }]) {
    expect(widthOf({ ...value, decision })).toBeUndefined()
  }
})
