/**
 * The words of a shell script, read as text: quotes are removed, braces are expanded, nothing else is expanded or run.
 * It knows just enough of bash, zsh and fish to find the literal parts of their completion files.
 */

export interface CompletionWord {
  kind: 'word'
  text: string
  /** The results of unquoted braces: `{-h,--help}'[text]'` has two. */
  alternatives: string[]
  /** The shell would compute some part of it. */
  isDynamic: boolean
  line: number
}

export type Token = CompletionWord | { kind: 'end' | 'branchEnd' | 'open' | 'close'; line: number }

export interface ShellDialect {
  /** In fish, quoted text keeps its `$(…)`, and a parenthesis runs a command. */
  isFish: boolean
}

const MOST_ALTERNATIVES = 64
const LONGEST_BRACES = 300

export function* tokensOf(text: string, { isFish }: ShellDialect): Generator<Token> {
  let at = 0
  let line = 1
  while (at < text.length) {
    const character = text[at]!
    if (character === '\n') {
      yield { kind: 'end', line: line++ }
      at++
    } else if (character === ' ' || character === '\t' || character === '\r') at++
    else if (character === '\\' && /[\r\n]/.test(text[at + 1] ?? '')) {
      at += text[at + 1] === '\r' ? 3 : 2
      line++
    } else if (character === '#') {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
    } else if (';|&<>'.includes(character)) {
      const isBranchEnd = character === ';' && (text[at + 1] === ';' || text[at + 1] === '&' || text[at + 1] === '|')
      at += isBranchEnd ? 2 : 1
      yield { kind: isBranchEnd ? 'branchEnd' : 'end', line }
    } else if (character === '(' || (character === '$' && text[at + 1] === '(' && !isFish)) {
      at += character === '(' ? 1 : 2
      yield { kind: 'open', line }
    } else if (character === ')') {
      at++
      yield { kind: 'close', line }
    } else {
      const reader = new WordReader(text, at, line, isFish)
      yield reader.read()
      at = Math.max(reader.at, at + 1)
      line = reader.line
    }
  }
  yield { kind: 'end', line }
}

/** The words of a text, regardless of where commands end. */
export function wordsIn(text: string): string[] {
  const words: string[] = []
  for (const token of tokensOf(text, { isFish: true })) if (token.kind === 'word') words.push(token.text)
  return words
}

class WordReader {
  #alternatives = ['']
  #most = MOST_ALTERNATIVES
  #isDynamic = false
  readonly #start: number

  constructor(
    private readonly source: string,
    public at: number,
    public line: number,
    private readonly isFish: boolean,
  ) {
    this.#start = line
  }

  read(): CompletionWord {
    while (this.at < this.source.length && this.#step());
    const [text] = this.#alternatives
    return {
      kind: 'word',
      text: text!,
      alternatives: this.#alternatives,
      isDynamic: this.#isDynamic,
      line: this.#start,
    }
  }

  /** False at the end of the word. */
  #step(): boolean {
    const character = this.source[this.at]!
    if (/[\s;|&<>()]/.test(character)) return false
    if (character === "'") this.#single()
    else if (character === '"') this.#double()
    else if (character === '\\') this.#escape()
    else if (character === '{') this.#braces()
    else {
      if (character === '$' || character === '`') this.#isDynamic = true
      this.#append(character)
      this.at++
    }
    return true
  }

  #append(text: string): void {
    for (let index = 0; index < this.#alternatives.length; index++) this.#alternatives[index] += text
  }

  #single(): void {
    const { source } = this
    let end = source.indexOf("'", this.at + 1)
    // In fish, a quote after a backslash does not end the text.
    while (this.isFish && end !== -1 && isEscaped(source, end)) end = source.indexOf("'", end + 1)
    const inside = source.slice(this.at + 1, end === -1 ? source.length : end)
    this.#quoted(this.isFish ? inside.replace(/\\(['\\])/g, '$1') : inside)
    this.at = end === -1 ? source.length : end + 1
  }

  #quoted(text: string): void {
    for (let next = text.indexOf('\n'); next !== -1; next = text.indexOf('\n', next + 1)) this.line++
    this.#append(text)
  }

  #double(): void {
    let out = ''
    let at = this.at + 1
    for (; at < this.source.length && this.source[at] !== '"'; at++) {
      const character = this.source[at]!
      if (character === '\\' && /["\\$`\n]/.test(this.source[at + 1] ?? '')) {
        at++
        if (this.source[at] === '\n') this.line++
        else out += this.source[at]
        continue
      }
      if (character === '$' || character === '`') this.#isDynamic = true
      out += character
    }
    this.at = at + 1
    this.#quoted(out)
  }

  #escape(): void {
    const next = this.source[this.at + 1] ?? ''
    this.at += 2
    if (next === '\n') this.line++
    else this.#append(next === 't' ? '\t' : next)
  }

  #braces(): void {
    const rest = this.source.slice(this.at + 1, this.at + LONGEST_BRACES)
    const inside = /^[^\s{}()]*\}/.exec(rest)?.[0]
    if (inside === undefined || !inside.includes(',')) {
      this.#append('{')
      this.at++
      return
    }
    const parts = inside
      .slice(0, -1)
      .split(',')
      .map((part) => part.replace(/['"\\]/g, ''))
    this.at += inside.length + 1
    if (this.#alternatives.length * parts.length > this.#most) {
      // No option has so many spellings, so the other results of the braces are dropped.
      this.#alternatives = [this.#alternatives[0]! + parts[0]!]
      this.#most = 1
    } else this.#alternatives = this.#alternatives.flatMap((before) => parts.map((part) => before + part))
  }
}

/** Whether an odd number of backslashes precedes a place; only the nearest ones are counted. */
function isEscaped(text: string, at: number): boolean {
  let count = 0
  while (count < 20 && text[at - 1 - count] === '\\') count++
  return count % 2 === 1
}
