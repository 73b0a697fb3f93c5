import { expect, test } from 'vitest'
import { lint, lintRules } from './lint.js'
import type { AtipDocument } from '../types/tool.js'
import { LintConfigError, type LintLevel } from './config.js'
import { sample } from '../../testing/lint-sample.js'

const document = sample({ atip: '0.6', commands: { delete: { description: 'Delete  it' } } })
const rulesOf = (rules: Record<string, LintLevel> = {}) => lint(document, rules).map(({ rule }) => rule)

test('errors come first, then warnings, then hints', () => {
  const severities = lint(document, { 'description-space': 'error' }).map(({ severity }) => severity)
  expect(severities).toEqual(severities.toSorted((a, b) => 'ewi'.indexOf(a[0]!) - 'ewi'.indexOf(b[0]!)))
  expect(new Set(severities).size).toBeGreaterThan(1)
})

test('a rule can be turned off and made more or less severe', () => {
  expect(rulesOf()).toContain('destructive-name')
  expect(rulesOf({ 'destructive-name': 'off' })).toEqual(rulesOf().filter((rule) => rule !== 'destructive-name'))
  const findings = lint(document, { 'destructive-name': 'error' })
  expect(findings[0]).toMatchObject({ rule: 'destructive-name', severity: 'error' })
})

test.each([
  ['destructive-nam', 'off', 'unknown-rule', 'no rule is called "destructive-nam"; did you mean "destructive-name"?'],
  ['zzz', 'off', 'unknown-rule', 'no rule is called "zzz"'],
  ['destructive-name', 'warn', 'unknown-level', 'must be one of off, info, warning, error; found "warn"'],
])('a configuration of %s as %s is refused', (rule, level, code, message) => {
  let error: unknown
  try {
    lint(document, { [rule]: level as LintLevel })
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

test('rules are the top level of the configuration, and nothing else is', () => {
  const nested = { rules: { 'destructive-name': 'off' } } as unknown as Record<string, LintLevel>
  expect(() => lint(document, nested)).toThrow('no rule is called "rules"')
})

const many = (count: number, command: (index: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, command(index)]))

test('beyond a limit, the findings of a rule are counted in a last one', () => {
  const large = sample({ commands: many(30, (index) => ({ description: `Number ${index}` })) })
  const only = Object.fromEntries(lintRules().map(({ id }) => [id, 'off' as LintLevel]))
  const findings = lint(large, { ...only, 'effects-missing': 'warning' }, { maxPerRule: 10 })
  expect(findings).toHaveLength(11)
  const message = '20 more of these are not listed; raise maxPerRule to see them'
  expect(findings.at(-1)).toEqual({ rule: 'effects-missing', severity: 'warning', pointer: '', message })
  expect(lint(large, { ...only, 'effects-missing': 'warning' })).toHaveLength(30)
})

const switches = (count: number, extension: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    name: `o${index}`,
    flags: [`--o${index}`],
    type: 'boolean',
    description: `D ${index}`,
    ...extension(index),
  }))
const rule = (...names: string[]) => ({ 'x-atip': { when: { with: names }, effects: { network: true } } })

/** Each of these once took quadratic time: a minute or more. */
test.each<[string, () => Record<string, unknown>]>([
  ['commands', () => ({ commands: many(10_000, (i) => ({ description: `D ${i}`, examples: [`demo c${i} x`] })) })],
  [
    'commands whose examples name none of them',
    () => ({ commands: many(10_000, (i) => ({ description: `D ${i}`, examples: [`demo z${i}`] })) }),
  ],
  [
    'the same where names may be abbreviated',
    () => ({
      'x-atip': { syntax: { abbreviatedCommands: true } },
      commands: many(10_000, (i) => ({ description: `D ${i}`, examples: [`demo z${i}`] })),
    }),
  ],
  [
    'options that wait for a parameter that does not exist',
    () => ({ commands: { c: { description: 'C', options: switches(10_000, (i) => rule(`z${i}`)) } } }),
  ],
  [
    'unknown names in one condition',
    () => {
      const names = Array.from({ length: 10_000 }, (_, i) => `z${i}`)
      return {
        commands: { c: { description: 'C', options: switches(10_000, (i) => (i === 0 ? rule(...names) : {})) } },
      }
    },
  ],
  [
    'secrets of one command',
    () => {
      const options = switches(10_000, (i) => ({ name: `p${i}-token`, type: 'string' }))
      return { commands: { c: { description: 'C', options } } }
    },
  ],
  [
    'destructive commands and as many global options',
    () => ({
      globalOptions: switches(10_000),
      commands: many(10_000, (i) => ({ description: `D ${i}`, effects: { destructive: true } })),
    }),
  ],
])('ten thousand %s are looked through in a moment', (_, parts) => {
  const large = sample(parts())
  const start = process.cpuUsage()
  expect(lint(large).length).toBeGreaterThan(1000)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(4000)
})

test('more commands than a call can have arguments are no trouble below a rule of the tool', () => {
  const leaf = { description: 'D' }
  const cases = [{ when: { with: ['nothing'] }, effects: { network: true } }]
  const large = { ...sample({ 'x-atip': { cases } }), commands: many(200_000, () => leaf) }
  const others = lintRules().filter(({ id }) => id !== 'x-atip-unknown-name')
  const findings = lint(large as AtipDocument, Object.fromEntries(others.map(({ id }) => [id, 'off'])))
  expect(findings).toMatchObject([{ rule: 'x-atip-unknown-name', pointer: '/x-atip/cases/0/when/with/0' }])
})
