import { isBroken, readPolicy, type LoadedPolicy } from '@atip/guard'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../../../guard/testing/loaded.js'
import { lookupSource } from '../../../../testing/shims.js'
import type { RecordedLine } from '../transcripts/collect-lines.js'
import { chooseRules, type UsefulRule } from './choose-rules.js'
import { exampleOf, hideSecrets, holdsSecret } from './hide-secrets.js'
import { learnFrom } from './learn.js'
import { replay, type AskedLine } from './replay.js'

const policy = (...rules: object[]): LoadedPolicy => {
  const read = readPolicy(JSON.stringify({ rules }), { source: 'user', file: 'policy.json' })
  if (isBroken(read)) throw new Error(read.problems[0]!.message)
  return read
}
const options = (...policies: LoadedPolicy[]) => ({
  lookup: lookupSource,
  home: '/home/dev',
  policiesAt: async () => policies,
})
const recorded = (lines: Record<string, number>, cwd = '/home/dev/shop'): RecordedLine[] =>
  Object.entries(lines).map(([line, count]) => ({ line, cwd, count }))
const learned = async (lines: Record<string, number>, most = 10) => {
  const { rules, ...rest } = await learnFrom(recorded(lines), options(), most)
  return { ...rest, rules: rules.map(({ command, questions }) => `${questions} ${command}`) }
}

describe('a lesson', () => {
  test('is about the questions, and has the best rule first', async () => {
    expect(
      await learned({ 'git push': 3, 'git push origin main': 4, 'npm test': 5, ls: 9, 'rm -rf src': 2, make: 1 }),
    ).toEqual({
      allowed: 9,
      asked: 13,
      denied: 2,
      left: 1,
      rules: [
        "5 atip policy allow --in '~/shop' npm test",
        "4 atip policy allow --exact --in '~/shop' git push origin main",
        "3 atip policy allow --exact --in '~/shop' git push",
      ],
    })
  })

  test('has a rule for each command of a line that needs several', async () => {
    const { left, rules } = await learned({ 'git add -A && git commit -m x': 3, 'git add . && git commit -m y': 3 })
    expect({ left, rules: rules.toSorted() }).toEqual({
      left: 0,
      rules: ['6 atip policy allow git add', '6 atip policy allow git commit'],
    })
  })

  test('has no rule that does not help, because a part of the line is asked about anyway', async () => {
    expect((await learned({ 'git push && python3 -c "$x"': 9 })).rules).toEqual([])
  })

  test('has no rule for what came up once', async () => {
    expect(await learned({ 'git push': 1, make: 1 })).toMatchObject({ asked: 2, left: 2, rules: [] })
  })

  test('has at most so many rules, the most useful ones', async () => {
    expect((await learned({ 'git push': 2, 'git fetch': 5, 'git pull': 3 }, 2)).rules).toEqual([
      "5 atip policy allow --exact --in '~/shop' git fetch",
      "3 atip policy allow --exact --in '~/shop' git pull",
    ])
  })

  test('tells what else a rule lets through that was asked about for another reason', async () => {
    // ldd may run the file as a program, and the file may also contain shell code.
    const [rule] = (await learnFrom(recorded({ 'ldd ./tool': 3, 'ldd ./tool -v': 2 }), options(), 5)).rules
    expect(rule).toMatchObject({ questions: 5, examples: ['ldd ./tool', 'ldd ./tool -v'] })
    expect(rule!.others.map(({ line }) => line)).toEqual(['ldd ./tool', 'ldd ./tool -v'])
    const [plain] = (await learnFrom(recorded({ 'git add .': 3, 'git add src': 2 }), options(), 5)).rules
    expect(plain).toMatchObject({ questions: 5, others: [] })
  })

  test('counts what a policy decides today', async () => {
    const lines = recorded({ 'git push': 3, 'git fetch': 2 })
    const today = options(policy({ decision: 'allow', command: 'git push' }, { decision: 'ask', command: 'git fetch' }))
    expect(await learnFrom(lines, today, 5)).toEqual({ allowed: 3, asked: 2, denied: 0, left: 2, rules: [] })
  })

  test('is the same without a human, who would have been asked', async () => {
    const lesson = await learnFrom(recorded({ 'git push': 3 }), { ...options(), mode: 'headless' }, 5)
    expect(lesson).toMatchObject({ asked: 3, denied: 0, left: 0 })
  })

  test('has numbers that the guard confirms, line by line', async () => {
    const some = fc.constantFrom(
      'git push',
      'git push -u origin x',
      'git fetch && git pull',
      'npm test',
      'npm run a',
      'make a',
      'make b',
      'ls',
      'rm -rf src',
      'echo x > a',
      'curl https://example.com',
      'git push && npm test',
      './x.sh 1',
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(some, fc.integer({ min: 1, max: 5 }), { maxKeys: 8 }), async (lines) => {
        const all = recorded(lines)
        const { asked, left, rules } = await learnFrom(all, options(), 10)
        const decided = await Promise.all(
          all.map(async (one) => ({
            count: one.count,
            before: (await replay(one, options())).decision,
            after: (await replay(one, options(policy(...rules.map(({ rule }) => rule))))).decision,
          })),
        )
        const count = (is: (one: (typeof decided)[number]) => boolean) =>
          decided.filter(is).reduce((sum, one) => sum + one.count, 0)
        expect(asked).toBe(count(({ before }) => before === 'ask'))
        expect(left).toBe(count(({ after }) => after === 'ask'))
        expect(decided.filter(({ before, after }) => before === 'deny' && after !== 'deny')).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

test('the choice is not worse than any single rule', () => {
  const question = (count: number): AskedLine => ({ line: 'x', cwd: undefined, count, commands: [], open: [0] })
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.uniqueArray(fc.nat(7), { minLength: 1 }), { minLength: 1, maxLength: 6 }),
      (counts, covers) => {
        const questions = counts.map(question)
        const candidates: UsefulRule[] = covers.map((indexes) => ({
          rule: { decision: 'allow' },
          covers: '',
          allows: new Map(indexes.flatMap((index) => (questions[index] ? [[questions[index], [0]]] : []))),
        }))
        const saved = (chosen: readonly UsefulRule[]) =>
          [...new Set(chosen.flatMap(({ allows }) => [...allows.keys()]))].reduce((sum, one) => sum + one.count, 0)
        const best = Math.max(...candidates.map((one) => saved([one])))
        expect(saved(chooseRules(questions, candidates, 6))).toBeGreaterThanOrEqual(best > 1 ? best : 0)
        expect(chooseRules(questions, candidates, 2).length).toBeLessThanOrEqual(2)
      },
    ),
  )
})

describe('secrets', () => {
  test.each([
    ['export API_TOKEN=hunter2secret; make', 'hunter2secret'],
    ["DB_PASSWORD='hunter2 secret' ./run", 'hunter2 secret'],
    ['mysql --password hunter2secret -u root', 'hunter2secret'],
    ['mysql --password=hunter2secret', 'hunter2secret'],
    ['gh auth login --with-token hunter2secret', 'hunter2secret'],
    ['curl -u ann:hunter2secret https://example.com', 'hunter2secret'],
    ['git clone https://ann:hunter2secret@example.com/x', 'hunter2secret'],
    ['curl -H "Authorization: Bearer hunter2secret" https://example.com', 'hunter2secret'],
    ['curl -H "X-Api-Key: hunter2secret" https://example.com', 'hunter2secret'],
    ['aws configure set aws_secret_access_key hunter2secret', 'hunter2secret'],
    [`echo ghp_${'a1'.repeat(18)} | gh auth login`, 'ghp_a1a1'],
  ])('in %j are hidden', (line, secret) => {
    expect(hideSecrets(line)).not.toContain(secret)
    expect(holdsSecret(line)).toBe(true)
  })

  test.each([
    'git push origin main',
    'echo "$API_TOKEN"',
    'curl -H "Authorization: Bearer $TOKEN" https://example.com',
    'npm run token-report',
    'mysql --password="$DB_PASSWORD"',
  ])('are not seen in %j', (line) => {
    expect(hideSecrets(line)).toBe(line)
  })

  test('get into no rule and no example', async () => {
    const lines = recorded({
      'curl -H "X-Api-Key: hunter2secret" https://example.com': 9,
      'API_TOKEN=hunter2secret npm test': 9,
      'export API_TOKEN=hunter2secret; git push': 9,
    })
    expect(JSON.stringify(await learnFrom(lines, options(), 10))).not.toContain('hunter2')
  })

  test('are not cut in half by the limit of an example', () => {
    const example = exampleOf(`${'x'.repeat(90)} --token hunter2secret and more`)
    expect(example.length).toBeLessThanOrEqual(100)
    expect(example).not.toContain('hunter')
  })
})
