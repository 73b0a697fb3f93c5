import { expect, test } from 'vitest'
import { styleFor } from './style.js'

test('with colour a style switches on and off around its text', () => {
  const { bold, dim, red } = styleFor(true)
  expect([bold('a'), dim('a'), red('a')]).toEqual([
    '\u001b[1ma\u001b[22m',
    '\u001b[2ma\u001b[22m',
    '\u001b[31ma\u001b[39m',
  ])
})

test('without colour, and for nothing, no code is written', () => {
  for (const paint of Object.values(styleFor(false))) expect(paint('a')).toBe('a')
  for (const paint of Object.values(styleFor(true))) expect(paint('')).toBe('')
})
