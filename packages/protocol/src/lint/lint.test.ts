import { expect, test } from 'vitest'
import { lint, lintRules } from './lint.js'
import { LintConfigError, type LintLevel } from './config.js'
import { sample } from '../../testing/lint-sample.js'

const document = sample({ atip: '0.6', commands: { delete: { description: 'Delete  it' } } })
const rulesOf = (rules: Record<string, LintLevel> = {}) => lint(document, { rules }).map(({ rule }) => rule)

test('errors come first, then warnings, then hints', () => {
  const severities = lint(document, { rules: { 'description-space': 'error' } }).map(({ severity }) => severity)
  expect(severities).toEqual(severities.toSorted((a, b) => 'ewi'.indexOf(a[0]!) - 'ewi'.indexOf(b[0]!)))
  expect(new Set(severities).size).toBeGreaterThan(1)
})

test('a rule can be turned off and made more or less severe', () => {
  expect(rulesOf()).toContain('destructive-name')
  expect(rulesOf({ 'destructive-name': 'off' })).toEqual(rulesOf().filter((rule) => rule !== 'destructive-name'))
  const findings = lint(document, { rules: { 'destructive-name': 'error' } })
  expect(findings[0]).toMatchObject({ rule: 'destructive-name', severity: 'error' })
})

test.each([
  ['destructive-nam', 'off', 'unknown-rule', 'no rule is called "destructive-nam"; did you mean "destructive-name"?'],
  ['zzz', 'off', 'unknown-rule', 'no rule is called "zzz"'],
  ['destructive-name', 'warn', 'unknown-level', 'must be one of off, info, warning, error; found "warn"'],
])('a configuration of %s as %s is refused', (rule, level, code, message) => {
  let error: unknown
  try {
    lint(document, { rules: { [rule]: level as LintLevel } })
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(LintConfigError)
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
})

test('every rule is documented and has an id of its own', () => {
  const rules = lintRules()
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
  for (const { id, summary, why } of rules) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(summary).toMatch(/^["A-Z].*[^.]$/)
    expect(why).toMatch(/^["A-Z].*\.$/)
  }
})

test('ten thousand commands are looked through in well under a second', () => {
  const command = (index: number) => ({ description: `Number ${index}`, examples: [`demo c${index} x`] })
  const commands = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`c${index}`, command(index)]))
  const large = sample({ commands })
  const start = performance.now()
  expect(lint(large).length).toBeGreaterThan(10_000)
  expect(performance.now() - start).toBeLessThan(2000)
})
