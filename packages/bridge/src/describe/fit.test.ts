import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acting } from '../../testing/samples.js'
import { toAnthropic, toMcp, toOpenAI } from '../index.js'
import { fitWithFlags } from './fit.js'

const FLAGS = '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE]'
const effects = { destructive: true, reversible: false, idempotent: false, cost: { billable: true } }
const bytes = (text: string) => new TextEncoder().encode(text).length

test.each(['x', '文', '😀', '👩‍👩‍👧‍👦', 'e\u0301', '🇬🇧'])(
  '5,000 times %s keep all flags within 1,024 characters',
  (character) => {
    const [tool] = toOpenAI(acting({ description: character.repeat(5000), effects }))
    const { description } = tool!.function
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(description.length).toBeGreaterThan(1024 - character.length - 2)
    expect(description.endsWith(`… ${FLAGS}`)).toBe(true)
    expect(description.slice(0, -`… ${FLAGS}`.length).replaceAll(character, '')).toBe('')
  },
)

test('a description that fits exactly is left alone, one character more is cut', () => {
  const room = 1024 - FLAGS.length - 1
  const descriptionOf = (size: number) =>
    toOpenAI(acting({ description: 'x'.repeat(size), effects }))[0]!.function.description
  expect(descriptionOf(room)).toBe(`${'x'.repeat(room)} ${FLAGS}`)
  expect(descriptionOf(room + 1)).toBe(`${'x'.repeat(room - 1)}… ${FLAGS}`)
})

test('MCP descriptions stay within two kilobytes, whatever they are written in', () => {
  const [tool] = toMcp(acting({ description: '文😀'.repeat(3000), effects }))
  expect(bytes(tool!.description)).toBeLessThanOrEqual(2048)
  expect(bytes(tool!.description)).toBeGreaterThan(2040)
  expect(tool!.description.endsWith(FLAGS)).toBe(true)
  expect(tool!.description.isWellFormed()).toBe(true)
})

test('where a provider has no limit, nothing is cut', () => {
  expect(toAnthropic(acting({ description: 'x'.repeat(5000), effects }))[0]!.description).toBe(
    `${'x'.repeat(5000)} ${FLAGS}`,
  )
})

test('a limit too small for the flags does not cut them', () => {
  expect(fitWithFlags('text', FLAGS, { size: 10, unit: 'characters' })).toBe(FLAGS)
})

test('one character made of a thousand does not take the text before it away', () => {
  const zalgo = `Deletes everything a${'\u0301'.repeat(3000)}`
  expect(fitWithFlags(zalgo, '', { size: 100, unit: 'characters' })).toMatch(/^Deletes everything a\u0301+…$/)
})

test('no text is ever torn, too long, or without its flags', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 120 })
  const unit = fc.constantFrom('characters' as const, 'bytes' as const)
  fc.assert(
    fc.property(text, fc.integer({ min: 60, max: 140 }), unit, (author, size, unit) => {
      const flags = '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]'
      const fitted = fitWithFlags(author, flags, { size, unit })
      expect(fitted.isWellFormed()).toBe(true)
      expect(unit === 'bytes' ? bytes(fitted) : fitted.length).toBeLessThanOrEqual(size)
      expect(fitted.endsWith(flags)).toBe(true)
      const kept = fitted.slice(0, -flags.length - 1).replace(/…$/, '')
      expect(author.startsWith(kept)).toBe(true)
    }),
  )
})
