import { expect, test } from 'vitest'
import { ODD_NAMES } from '../testing/odd-names.js'
import { powershellScript } from './powershell.js'

// PowerShell is not installed where these tests run, so they apply its rules for strings and brackets instead.

const TOKEN = /#.*|'(?:[^'‘’‚‛]|['‘’‚‛]{2})*'|"[^"]*"|[()[\]{}]|[^]/g
const CLOSING: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

function tokensOf(script: string): string[] {
  return script.match(TOKEN) ?? []
}

test.each(['shop', ...ODD_NAMES])('the script for %s is well-formed, and the name is a literal in it', (name) => {
  const open: string[] = []
  const literals: string[] = []
  for (const token of tokensOf(powershellScript(name))) {
    if ('([{'.includes(token)) open.push(token)
    else if (CLOSING[token] !== undefined) expect(open.pop()).toBe(CLOSING[token])
    else if (/^'.+'$/.test(token)) literals.push(token.slice(1, -1).replace(/(['‘’‚‛])\1/g, '$1'))
    // A single quote character would mean an unclosed string.
    else expect(['"', "'", '‘', '’']).not.toContain(token)
  }
  expect(open).toEqual([])
  expect(literals).toContain(name)
})

test('scripts differ in nothing but the literal and the line to copy', () => {
  const withoutName = (name: string) =>
    powershellScript(name)
      .split('\n')
      .slice(1)
      .filter((line) => !line.includes('$name ='))
  for (const name of ODD_NAMES) expect(withoutName(name)).toEqual(withoutName('shop'))
})

test.each([
  ['shop', 'shop completion powershell'],
  ["it's", "& 'it''s' completion powershell"],
])('the line to copy is a comment with the name %s in it', (name, call) => {
  const [first] = powershellScript(name).split('\n')
  expect(first).toMatch(/^#/)
  expect(first).toContain(`with: ${call} |`)
})

test('nothing is expanded inside a string', () => {
  for (const token of tokensOf(powershellScript('shop'))) if (token.startsWith('"')) expect(token).not.toMatch(/[$`]/)
})
