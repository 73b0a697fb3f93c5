/** Evaluates conditions of `.if` and `.ie` as for a terminal that shows a manual page. */

import type { Definitions } from './registers.js'

export interface RoffCondition {
  holds: boolean
  /** The text after the condition. */
  rest: string
}

export function conditionIn(text: string, definitions: Definitions): RoffCondition {
  const start = /^[ \t]*(!*)/.exec(text.slice(0, 40))!
  const read = bareCondition(text.slice(start[0].length), definitions)
  return { holds: start[1]!.length % 2 === 1 ? !read.holds : read.holds, rest: read.rest.trimStart() }
}

const NUMERIC = /^[-+*/%<>=&:()0-9.?|a-z]{1,80}/

function bareCondition(text: string, { strings, macros, numbers }: Definitions): RoffCondition {
  const letter = text[0] ?? ''
  if (/^[dr] ?[^\s]/.test(text)) {
    const [, kind, name, rest] = /^([dr]) ?(\S{1,80})(.*)$/s.exec(text) ?? ['', 'd', '', '']
    const holds = kind === 'r' ? numbers.has(name!) : strings.has(name!) || macros.has(name!)
    return { holds, rest: rest! }
  }
  if (/^c ?\S/.test(text)) return { holds: true, rest: text.replace(/^c ?\S{1,40}/, '') }
  if ('noetv'.includes(letter) && letter !== '' && !/^\w\w/.test(text)) {
    return { holds: letter === 'n' || letter === 'o', rest: text.slice(1) }
  }
  if (/^[^\w\s(.+-]/.test(text)) return comparison(text)
  const numeric = NUMERIC.exec(text)
  return numeric
    ? { holds: valueOf(numeric[0]) > 0, rest: text.slice(numeric[0].length) }
    : { holds: false, rest: text.replace(/^\S{0,80}/, '') }
}

/** `'one'other'` with any character as the delimiter. */
function comparison(text: string): RoffCondition {
  const border = text[0]!
  const middle = text.indexOf(border, 1)
  const end = middle === -1 ? -1 : text.indexOf(border, middle + 1)
  if (end === -1) return { holds: false, rest: '' }
  return { holds: text.slice(1, middle) === text.slice(middle + 1, end), rest: text.slice(end + 1) }
}

/** Evaluates from left to right, as roff does; parentheses are skipped. */
function valueOf(expression: string): number {
  let total: number | undefined
  let operator = '+'
  for (const [token] of expression.matchAll(/\d+(?:\.\d+)?[a-z]?|[<>=]=|[-+*/%<>=&:]/g)) {
    if (!/^\d/.test(token)) {
      operator = total === undefined && token !== '-' ? operator : token
      continue
    }
    total = applied(operator, total ?? 0, Number.parseFloat(token))
    operator = '+'
  }
  return total ?? 0
}

function applied(operator: string, left: number, right: number): number {
  switch (operator) {
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return right === 0 ? 0 : left / right
    case '%':
      return right === 0 ? 0 : left % right
    case '<':
      return Number(left < right)
    case '>':
      return Number(left > right)
    case '<=':
      return Number(left <= right)
    case '>=':
      return Number(left >= right)
    case '=':
    case '==':
      return Number(left === right)
    case '&':
      return Number(left > 0 && right > 0)
    case ':':
      return Number(left > 0 || right > 0)
    default:
      return left + right
  }
}
