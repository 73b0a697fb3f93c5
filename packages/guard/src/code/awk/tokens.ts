import { endOfBracket, type BracketReading } from '../facts/bracket-expression.js'

/** A piece of an awk program. */
export interface AwkToken {
  is: 'text' | 'pattern' | 'number' | 'word' | 'mark' | 'end'
  /** As it is written; of a text, what is between its quotes. */
  text: string
  /** A word with a parenthesis right behind it is called. */
  isCalled?: boolean
}

const WORD = /[A-Za-z_]\w*/y
const NUMBER = /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const TEXT = /"((?:[^"\\\n]|\\[^])*)"/y
const MARK = /\*\*=?|\+\+|--|&&|\|\||\|&|>>|[<>=!+\-*/%^]=|!~|[{}()[\],;+\-*/%^!<>|?:~$=]/y
const BLANK = /[ \t]+|\\\r?\n|#[^\n]*/y

/** Words behind which a value begins; behind `getline`, `exit` and `next`, awks do not agree. */
const BEFORE_VALUE = new Set(['print', 'printf', 'return', 'else', 'do', 'in', 'case', 'delete'])
const UNCERTAIN = new Set(['getline', 'exit', 'next', 'nextfile', 'func', 'function'])
/** The parenthesis behind these is followed by a statement. */
const CONDITIONAL = new Set(['if', 'while', 'for', 'switch'])

type Slash = 'pattern' | 'division' | 'uncertain'

/** Undefined where it cannot be told what is a text or a pattern, and what is code. */
export function awkTokens(program: string, brackets: BracketReading): AwkToken[] | undefined {
  const tokens: AwkToken[] = []
  /** For each open parenthesis, whether a statement follows behind it. */
  const open: boolean[] = []
  let isBeforeStatement = false
  let at = 0
  const take = (shape: RegExp) => {
    shape.lastIndex = at
    const found = shape.exec(program)
    at += found?.[0].length ?? 0
    return found
  }
  const push = (token: AwkToken) => {
    isBeforeStatement = false
    tokens.push(token)
  }
  while (at < program.length) {
    if (take(BLANK) !== null) continue
    if (program[at] === '\n' || program.startsWith('\r\n', at)) {
      at += program[at] === '\n' ? 1 : 2
      if (!goesOn(tokens.at(-1))) push({ is: 'end', text: '\n' })
      continue
    }
    if (program[at] === '/') {
      const slash = isBeforeStatement ? 'pattern' : slashBehind(tokens.at(-1))
      if (slash === 'uncertain') return undefined
      if (slash === 'pattern') {
        const end = endOfPattern(program, at, brackets)
        if (end === -1) return undefined
        push({ is: 'pattern', text: program.slice(at, end) })
        at = end
        continue
      }
    }
    const text = take(TEXT)
    if (text !== null) {
      push({ is: 'text', text: text[1]! })
      continue
    }
    const number = take(NUMBER)
    const word = number === null ? take(WORD) : null
    if (number !== null) push({ is: 'number', text: number[0] })
    else if (word !== null) push({ is: 'word', text: word[0], isCalled: program[at] === '(' })
    else {
      const mark = take(MARK)?.[0]
      if (mark === undefined) return undefined
      const before = tokens.at(-1)
      push({ is: mark === ';' ? 'end' : 'mark', text: mark })
      if (mark === '(') open.push(before?.is === 'word' && CONDITIONAL.has(before.text))
      if (mark === ')') isBeforeStatement = open.pop() === true
    }
  }
  return tokens
}

/** A line goes on behind these. */
function goesOn(token: AwkToken | undefined): boolean {
  if (token === undefined) return true
  if (token.is === 'word') return token.text === 'else' || token.text === 'do'
  return token.is === 'mark' && [',', '{', '&&', '||', '?', ':'].includes(token.text)
}

/** What a slash is behind a token: behind a value it divides, and elsewhere it begins a pattern. */
function slashBehind(token: AwkToken | undefined): Slash {
  switch (token?.is) {
    case undefined:
    case 'end':
      return 'pattern'
    case 'text':
    case 'number':
    case 'pattern':
      return 'division'
    case 'word':
      if (UNCERTAIN.has(token.text)) return 'uncertain'
      return BEFORE_VALUE.has(token.text) ? 'pattern' : 'division'
    case 'mark':
      return [')', ']', '++', '--'].includes(token.text) ? 'division' : 'pattern'
  }
}

/** Behind the pattern. Awks do not agree whether a slash in brackets ends it. */
function endOfPattern(program: string, start: number, brackets: BracketReading): number {
  for (let at = start + 1; at < program.length && program[at] !== '\n'; at++) {
    const character = program[at]
    if (character === '\\') at++
    else if (character === '[' && brackets !== 'none') {
      const end = endOfBracket(program, at, brackets, true)
      if (end === -1) return -1
      at = end - 1
    } else if (character === '/') return at + 1
  }
  return -1
}
