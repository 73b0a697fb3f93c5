import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { decideLineNow } from '../decide-line.js'
import { includes, inForceBefore } from './compare-rules.js'
import { readPolicy } from './read.js'
import { isBroken, type Policy } from './types.js'

const policy = (...rules: object[]): Policy => {
  const read = readPolicy(JSON.stringify({ rules }), { source: 'user', file: 'policy.json' })
  if (isBroken(read)) throw new Error(read.problems[0]!.message)
  return read
}
const rule = (value: object) => policy(value).rules[0]!

test.each<[string, object, object[], string | undefined]>([
  [
    'the same rule',
    { decision: 'allow', command: 'git push' },
    [{ decision: 'allow', command: ['git', 'push'] }],
    'same',
  ],
  [
    'a wider one',
    { decision: 'allow', command: 'git push origin' },
    [{ decision: 'allow', command: 'git push' }],
    'covered',
  ],
  [
    'one for all folders',
    { decision: 'allow', command: 'make', in: '~/a' },
    [{ decision: 'allow', command: 'make' }],
    'covered',
  ],
  ['a stricter one', { decision: 'allow', command: 'git push' }, [{ decision: 'deny', tool: 'git' }], 'overruled'],
  [
    'a stricter one beside the same',
    { decision: 'ask', command: 'git push' },
    [
      { decision: 'ask', command: 'git push' },
      { decision: 'deny', tool: 'g*' },
    ],
    'overruled',
  ],
  ['a narrower one', { decision: 'allow', command: 'git' }, [{ decision: 'allow', command: 'git push' }], undefined],
  [
    'an exact one',
    { decision: 'allow', command: 'git push' },
    [{ decision: 'allow', command: 'git push', exact: true }],
    undefined,
  ],
  [
    'one for another folder',
    { decision: 'allow', command: 'make' },
    [{ decision: 'allow', command: 'make', in: '~/a' }],
    undefined,
  ],
  ['a looser one', { decision: 'deny', command: 'git push' }, [{ decision: 'allow', command: 'git' }], undefined],
  [
    'one about some effects',
    { decision: 'allow', command: 'git push' },
    [{ decision: 'deny', effects: { network: true } }],
    undefined,
  ],
  [
    'one about some paths',
    { decision: 'deny', paths: ['~/.ssh/**'] },
    [{ decision: 'deny', paths: ['~/.ssh/id'] }],
    undefined,
  ],
  [
    'one about more paths',
    { decision: 'deny', paths: ['~/.ssh/id'] },
    [{ decision: 'deny', paths: ['~/.ssh/**', '*.pem'] }],
    'covered',
  ],
  [
    'one about a kind of access',
    { decision: 'deny', paths: ['~/a'] },
    [{ decision: 'deny', paths: ['~/a'], access: ['read'] }],
    undefined,
  ],
  [
    'one that does not lift a denial',
    { decision: 'allow', command: 'git push', effects: { destructive: true } },
    [{ decision: 'allow', command: 'git push' }],
    undefined,
  ],
  [
    'one that does not name the file',
    { decision: 'allow', command: 'cat', paths: ['~/.env'] },
    [{ decision: 'allow', command: 'cat' }],
    undefined,
  ],
])('%s', (_, added, existing, expected) => {
  expect(inForceBefore(rule(added), [policy(...existing)])?.kind).toBe(expected)
})

const LINES = [
  'git push',
  'git push origin main',
  'git fetch',
  'git -C .. push',
  'make',
  'make x',
  'cp a dist/b',
  'cd dist; make',
  'curl https://example.com',
  'sudo make',
  'cat dist/a',
  'echo x > dist/a',
  'git push --force',
  'cat .env',
]
const someRule = fc.record(
  {
    decision: fc.constantFrom('allow', 'ask', 'deny'),
    command: fc.constantFrom('git push', 'git', 'git push origin', 'make', 'cp'),
    tool: fc.constantFrom('*', 'git', 'm*', 'curl'),
    effects: fc.constantFrom(
      { network: true },
      { network: [true, false] },
      { destructive: false },
      { destructive: true },
    ),
    paths: fc.constantFrom(['~/p/dist/**'], ['~/p/dist/b'], ['*'], ['~/p/.env']),
    in: fc.constantFrom(['~/p'], ['~/p/**'], ['~/p/dist']),
  },
  { requiredKeys: ['decision', 'tool'] },
)

test('a rule that another one makes pointless changes no decision', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LINES), someRule, someRule, (line, wide, other) => {
      const narrow = { ...other, ...wide }
      expect(includes(rule(wide), rule(narrow))).toBe(true)
      const found = inForceBefore(rule(narrow), [policy(wide)])
      const decide = (...rules: object[]) =>
        decideLineNow(line, {
          lookup: lookupSource,
          cwd: '/home/dev/p',
          home: '/home/dev',
          policies: [policy(...rules)],
        })
      if (found !== undefined) expect(decide(wide, narrow).decision).toBe(decide(wide).decision)
    }),
    { numRuns: 600 },
  )
})
