import { expect, test } from 'vitest'
import { EFFECT_FIELDS, SCALAR_FIELDS, type EffectField } from './fields.js'
import { EFFECT_WORDS, effectPhrase, harmfulValue } from './words.js'

test('every field has words, and no two fields say the same', () => {
  expect(Object.keys(EFFECT_WORDS).sort()).toEqual([...EFFECT_FIELDS].sort())
  for (const part of ['does', 'becomes', 'promise', 'label'] as const) {
    const said = Object.values(EFFECT_WORDS).map((words) => words[part])
    expect(new Set(said).size).toBe(said.length)
  }
})

test('phrases go on after a subject, so they begin in lower case and end without a full stop', () => {
  for (const { values = {}, ...words } of Object.values(EFFECT_WORDS))
    for (const phrase of [...Object.values(words), ...Object.values(values)]) expect(phrase).toMatch(/^[a-z].*[a-z]$/)
})

test.each(SCALAR_FIELDS.map(({ field, order }) => [field, order] as const))(
  'each known value of %s has a phrase, and its worst differs from its best',
  (field, order) => {
    const known = order.filter((value) => value !== undefined)
    const phrases = known.map((value) => effectPhrase(field, value))
    expect(phrases).not.toContain(undefined)
    expect(phrases[0]).not.toBe(phrases.at(-1))
    if (typeof known[0] === 'boolean') {
      expect(phrases).toEqual([EFFECT_WORDS[field].doesNot, EFFECT_WORDS[field].does])
    } else expect(Object.keys(EFFECT_WORDS[field].values!).sort()).toEqual([...known].sort())
  },
)

test.each<[EffectField, unknown, string | undefined]>([
  ['destructive', true, 'destroys data'],
  ['reversible', false, 'cannot be undone'],
  ['reversible', true, 'can be undone'],
  ['reversible', undefined, undefined],
  ['creates', ['branch', 'tag'], 'creates branch, tag'],
  ['creates', [], 'creates nothing'],
  ['interactive.stdin', 'password', 'waits for a password on stdin'],
  ['duration.typical', '1-5s', 'takes about 1-5s'],
  ['cost.estimate', 'toString', 'costs toString'],
])('%s with %j: %s', (field, value, phrase) => {
  expect(effectPhrase(field, value)).toBe(phrase)
})

test('the harmful value of a field is the last of its order', () => {
  expect(harmfulValue('network')).toBe(true)
  expect(harmfulValue('idempotent')).toBe(false)
  expect(harmfulValue('creates')).toBeUndefined()
})
