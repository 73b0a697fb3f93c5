import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import { checkLine } from '../check-line.js'

const check = (line: string) => checkLine(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' })

test.each([
  ':(){ :|:& };:',
  'bomb() { bomb | bomb & }; bomb',
  'f() { f & f; }; f',
  'f() { (f) & }; f',
  'f() { { f | cat; } 2>/dev/null; }; f',
])('%s fills the machine with itself, and is refused', (line) => {
  expect(check(line).decision).toBe('deny')
})

test.each([
  'walk() { ls "$1" | while read -r name; do [ -d "$name" ] && walk "$name"; done; }; walk .',
  'wait_for() { test -e "$1" || { sleep 1; wait_for "$1"; }; }; wait_for a',
  'f() { [ "$1" -gt 0 ] && f $(($1 - 1)) & }; f 3',
])('%s may end by itself, and is not refused', (line) => {
  expect(check(line).decision).toBe('ask')
})

test('limits that are met again and again are told once', () => {
  expect(check('f() { f; f; }; f').verdicts.map(({ rule }) => rule)).toEqual(['unreadable', 'too-much'])
})
