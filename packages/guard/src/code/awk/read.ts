import { shippedData } from '@atip/shims'
import { listed } from '../../places/tables.js'
import type { CodeFacts } from '../facts/code-facts.js'
import { BRACKET_READINGS } from '../facts/bracket-expression.js'
import { FactCollector } from '../facts/collector.js'
import { rarePart } from '../facts/rare-part.js'
import { awkTokens, type AwkToken } from './tokens.js'

interface AwkNotation {
  functions: string
  statements: string
  refused: string
  outputs: string
  filters: string
  everyday: { words: string }
}

/** Reads an awk program. The result states what it does besides printing. */
export function readAwk(program: string): CodeFacts | undefined {
  const { functions, statements } = shippedData('code/awk') as AwkNotation
  const reserved = new Set(`${functions} ${statements}`.split(/\s+/))
  const facts = new FactCollector()
  const readings = BRACKET_READINGS.slice(0, /\/.*\[/.test(program) ? undefined : 1).map((brackets) =>
    awkTokens(program, brackets, reserved),
  )
  if (readings.every((tokens) => typeof tokens === 'string')) return undefined
  for (const tokens of readings) {
    // This awk may use the reading that cannot be followed.
    if (tokens === 'uncertain') facts.isUnderstood = false
    else if (tokens !== 'impossible') new AwkReading(tokens, facts).read()
  }
  return facts.facts()
}

/** Tokens that end an argument or a printed value. */
const ENDS = new Set([';', '\n', '}', ')', ','])

/** Targets of `getline` nest no deeper in ordinary code. */
const MOST_NESTED = 8

class AwkReading {
  readonly #functions: ReadonlySet<string>
  readonly #refused: ReadonlySet<string>
  readonly #outputs: ReadonlySet<string>
  readonly #filters: ReadonlySet<string>
  readonly #own: ReadonlySet<string>
  readonly #everyday: ReadonlySet<string>

  constructor(
    readonly tokens: readonly AwkToken[],
    readonly facts: FactCollector,
  ) {
    const { functions, refused, outputs, filters, everyday } = shippedData('code/awk') as AwkNotation
    this.#functions = new Set(functions.split(/\s+/))
    this.#refused = new Set(refused.split(/\s+/))
    this.#outputs = new Set(outputs.split(/\s+/))
    this.#filters = new Set(filters.split(/\s+/))
    this.#everyday = listed(everyday.words)
    this.#own = new Set(tokens.flatMap((token, at) => (isDefinition(tokens[at - 1]) ? [token.text] : [])))
  }

  read(): void {
    /** The parenthesis depth of the current `print`; undefined outside of one. */
    let printing: number | undefined
    let depth = 0
    for (const [at, token] of this.tokens.entries()) {
      this.facts.rare ??= this.#rareAt(token, at)
      if (token.is === 'end' || isMark(token, '}')) printing = undefined
      if (isMark(token, '(')) depth++
      if (isMark(token, ')')) depth--
      if (token.is === 'word') {
        if (token.text === 'print' || token.text === 'printf') printing = depth
        this.#word(token, at)
      }
      if (isMark(token, '|') || isMark(token, '|&')) this.#pipe(at, printing !== undefined)
      // Inside nested parentheses, `>` is a comparison.
      if (printing === depth && (isMark(token, '>') || isMark(token, '>>'))) this.#write(this.#literal(at + 1))
    }
    if (depth !== 0) this.facts.isUnderstood = false
  }

  /** Everyday programs only read their input and print. */
  #rareAt({ is, text, isCalled = false }: AwkToken, at: number): string | undefined {
    if (is === 'mark' && text.startsWith('|') && text !== '||') return rarePart(text)
    if (is !== 'word' || this.#everyday.has(text)) return undefined
    if (text === 'ENVIRON') return this.#variableAt(at) === undefined ? rarePart(text) : undefined
    const isOwn = /^(?:[a-z]\w*|[A-Z]\d?)$/.test(text) && !isCalled && !this.#functions.has(text)
    return isOwn && !this.#refused.has(text) && !/^(?:getline|system)$/.test(text) ? undefined : rarePart(text)
  }

  #word({ text, isCalled = false }: AwkToken, at: number): void {
    if (this.#refused.has(text)) this.facts.isUnderstood = false
    if (text === 'ARGV' || text === 'ARGC') this.facts.add('reads', undefined)
    if (text === 'ENVIRON') this.facts.addVariable(this.#variableAt(at))
    if (text === 'getline') this.#getline(at)
    if (text === 'system') this.facts.add('shellLines', this.#literal(at + 2))
    else if (isCalled && !this.#functions.has(text) && !this.#own.has(text)) this.facts.isUnderstood = false
  }

  /** The name in `ENVIRON["NAME"]`. */
  #variableAt(at: number): string | undefined {
    const [bracket, name, end] = this.tokens.slice(at + 1, at + 4)
    const isNamed = isMark(bracket, '[') && name?.is === 'text' && isMark(end, ']') && !name.text.includes('\\')
    return isNamed ? name.text : undefined
  }

  /** `getline < "file"`, `getline line < "file"`. A command piped into it is handled at the pipe. */
  #getline(at: number): void {
    const end = this.#endOfTarget(at + 1)
    if (end === undefined) this.facts.isUnderstood = false
    if (end === undefined || !isMark(this.tokens[end], '<')) return
    const file = this.tokens[end + 1]
    // Some awks append a following string to the path.
    const isWhole = !/^(?:text|word|number)$/.test(this.tokens[end + 2]?.is ?? '') && this.tokens[end + 2]?.text !== '('
    const path = file?.is === 'text' && isWhole ? unescaped(file.text) : undefined
    if (path === '-') return
    if (path?.startsWith('/inet') === true) this.#connect()
    else this.facts.add('reads', path)
  }

  /** The index after the variable, field or element that `getline` assigns; undefined if it is nested too deeply. */
  #endOfTarget(start: number): number | undefined {
    let depth = 0
    for (let at = start; at < this.tokens.length; at++) {
      const { is, text } = this.tokens[at]!
      if (is === 'mark' && (text === '(' || text === '[')) depth++
      if (depth > MOST_NESTED) return undefined
      if (depth === 0 && (is === 'end' || (is === 'mark' && /^[<{}),|&\]]/.test(text)))) return at
      if (is === 'mark' && (text === ')' || text === ']')) depth--
    }
    return this.tokens.length
  }

  #pipe(at: number, isPrinting: boolean): void {
    if (this.tokens[at + 1]?.text !== 'getline') {
      if (isPrinting) this.#printInto(this.#literal(at + 1))
      else this.facts.isUnderstood = false
      return
    }
    const [before, command] = [this.tokens[at - 2], this.tokens[at - 1]]
    const isAlone = before === undefined || before.is === 'end' || (before.is === 'mark' && /^[({}]$/.test(before.text))
    this.#run(isAlone && command?.is === 'text' ? unescaped(command.text) : undefined)
  }

  /** Data piped into a program may be code to that program. */
  #printInto(line: string | undefined): void {
    const isFilter = line !== undefined && /^[\w./ +-]+$/.test(line) && this.#filters.has(line.split(' ')[0]!)
    if (!isFilter) this.facts.isUnderstood = false
    this.#run(line)
  }

  #run(line: string | undefined): void {
    if (line?.startsWith('/inet') === true) this.#connect()
    else this.facts.add('shellLines', line)
  }

  /** A string that is a complete argument or operand. */
  #literal(at: number): string | undefined {
    const [text, end] = this.tokens.slice(at, at + 2)
    const isAlone = end === undefined || (end.is !== 'text' && ENDS.has(end.text))
    return text?.is === 'text' && isAlone ? unescaped(text.text) : undefined
  }

  #write(path: string | undefined): void {
    if (path?.startsWith('/inet') === true) this.#connect()
    else if (path === undefined || !this.#outputs.has(path)) this.facts.add('writes', path)
  }

  #connect(): void {
    this.facts.network = true
    this.facts.isUnderstood = false
  }
}

function isMark(token: AwkToken | undefined, text: string): boolean {
  return token?.is === 'mark' && token.text === text
}

function isDefinition(token: AwkToken | undefined): boolean {
  return token?.is === 'word' && (token.text === 'function' || token.text === 'func')
}

/** The escape sequences of POSIX. */
const SIMPLE: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
}

/** Resolves escape sequences; undefined if awk implementations disagree. */
function unescaped(text: string): string | undefined {
  let isAgreed = true
  const read = text.replace(/\\([0-7]{1,3}|[^])/g, (_, code: string) => {
    const character = /^[0-7]/.test(code) ? characterOf(Number.parseInt(code, 8)) : SIMPLE[code]
    isAgreed &&= character !== undefined
    return character ?? ''
  })
  return isAgreed ? read : undefined
}

/** Some awks end a string at NUL, and truncate codes beyond one byte. */
function characterOf(code: number): string | undefined {
  return code > 0 && code < 128 ? String.fromCodePoint(code) : undefined
}
