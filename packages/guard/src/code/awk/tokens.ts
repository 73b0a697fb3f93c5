import { endOfBracket, type BracketReading } from '../facts/bracket-expression.js'

/** A piece of an awk program. */
export interface AwkToken {
  is: 'text' | 'pattern' | 'number' | 'word' | 'mark' | 'end'
  /** The source text; for strings, without quotes. */
  text: string
  /** Whether `(` follows the word directly. */
  isCalled?: boolean
}

const WORD = /[A-Za-z_]\w*/y
const NUMBER = /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const TEXT = /"((?:[^"\\\n]|\\[^])*)"/y
const MARK = /\*\*=?|\+\+|--|&&|\|\||\|&|>>|[<>=!+\-*/%^]=|!~|[{}()[\],;+\-*/%^!<>|?:~$=]/y
const BLANK = /[ \t]+|\\\r?\n|#[^\n]*/y

/** Keywords after which a value begins in every awk. After other keywords, implementations disagree. */
const BEFORE_VALUE = new Set(['print', 'printf', 'return', 'else', 'do', 'in'])
/** Keywords whose parenthesis is followed by a statement in every awk. */
const CONDITIONAL = new Set(['if', 'while', 'for'])

/** Some awks treat these as variables or function names. */
const STATEMENTS = new Set(['switch', 'func', 'function', 'case', 'default'])

type Slash = 'pattern' | 'division' | 'uncertain'

/**
 * Returns `uncertain` if strings and patterns cannot be told from code, and `impossible` if one has no end, so that no
 * awk with this reading runs the program. `reserved` holds the words that some awk does not treat as variables.
 */
export function awkTokens(
  program: string,
  brackets: BracketReading,
  reserved: ReadonlySet<string>,
): AwkToken[] | 'uncertain' | 'impossible' {
  const tokens: AwkToken[] = []
  /** The words before each open parenthesis. */
  const open: (string | undefined)[] = []
  let closed: string | undefined
  let at = 0
  const take = (shape: RegExp) => {
    shape.lastIndex = at
    const found = shape.exec(program)
    at += found?.[0].length ?? 0
    return found
  }
  const push = (token: AwkToken) => {
    closed = undefined
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
      const slash = slashBehind(tokens.at(-1), closed, reserved)
      if (slash === 'uncertain') return 'uncertain'
      if (slash === 'pattern') {
        const end = endOfPattern(program, at, brackets)
        if (end === -1) return 'impossible'
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
      if (mark === undefined) return program[at] === '"' ? 'impossible' : 'uncertain'
      const before = tokens.at(-1)
      push({ is: mark === ';' ? 'end' : 'mark', text: mark })
      if (mark === '(') open.push(before?.is === 'word' ? before.text : undefined)
      if (mark === ')') closed = open.pop()
    }
  }
  return tokens
}

/** Whether a line break after this token does not end the statement. */
function goesOn(token: AwkToken | undefined): boolean {
  if (token === undefined) return true
  if (token.is === 'word') return token.text === 'else' || token.text === 'do'
  return token.is === 'mark' && [',', '{', '&&', '||', '?', ':'].includes(token.text)
}

/** The meaning of a slash after a token: division after a value, otherwise the start of a pattern. */
function slashBehind(token: AwkToken | undefined, closed: string | undefined, reserved: ReadonlySet<string>): Slash {
  if (closed !== undefined && CONDITIONAL.has(closed)) return 'pattern'
  if (closed !== undefined && STATEMENTS.has(closed)) return 'uncertain'
  switch (token?.is) {
    case undefined:
    case 'end':
      return 'pattern'
    case 'text':
    case 'number':
      return 'division'
    case 'pattern':
      return 'uncertain'
    case 'word':
      if (BEFORE_VALUE.has(token.text)) return 'pattern'
      return reserved.has(token.text) ? 'uncertain' : 'division'
    case 'mark':
      if (token.text === '++' || token.text === '--') return 'uncertain'
      return token.text === ')' || token.text === ']' ? 'division' : 'pattern'
  }
}

/** The offset after the pattern. Implementations disagree whether a slash in brackets ends it. */
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
