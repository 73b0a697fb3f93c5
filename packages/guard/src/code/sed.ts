import { BRACKET_READINGS, endOfBracket, type BracketReading } from './facts/bracket-expression.js'
import type { CodeFacts } from './facts/code-facts.js'
import { FactCollector } from './facts/collector.js'
import { rarePart } from './facts/rare-part.js'

/** Reads a sed script command by command, as GNU sed does. The result states what it does besides printing. */
export function readSed(script: string): CodeFacts {
  // Versions of sed disagree whether a slash in `[/]` ends the pattern.
  const brackets = BRACKET_READINGS.slice(0, script.includes('[') ? undefined : 1)
  const readings = brackets.map((reading) => new SedReader(script, reading).read())
  const possible = readings.filter(({ isPossible }) => isPossible)
  const facts = new FactCollector()
  // This sed may use the reading that cannot be followed. A script that is an error in every reading runs nothing.
  for (const reading of possible.length === 0 ? readings : possible) facts.addAll(reading.facts)
  return facts.facts()
}

/** Commands without arguments, with a number, with text, and with a label. */
const BARE = '=dDgGhHnNpPxFz'
const NUMBERED = 'lLqQ'
const TEXT = 'aic'
const LABELLED = ':btTv'
/** Commands of everyday scripts, and usual delimiters of a replacement. */
const EVERYDAY = '{}=dnNpqaicsy:bt#'
const SEPARATORS = '/|#,@!:~%+_'

class SedReader {
  readonly #script: string
  readonly #brackets: BracketReading
  #at = 0
  readonly #facts = new FactCollector()
  #isPossible = true

  constructor(script: string, brackets: BracketReading) {
    this.#script = script
    this.#brackets = brackets
  }

  read(): { facts: CodeFacts; isPossible: boolean } {
    while ((this.#skip(/[\s;{}]*/y), this.#at < this.#script.length)) {
      if (this.#command()) continue
      this.#facts.isUnderstood = false
      break
    }
    return { facts: this.#facts.facts(), isPossible: this.#isPossible }
  }

  #command(): boolean {
    if (!this.#address()) return false
    if (this.#skip(/\s*,\s*/y) && !this.#address(true)) return false
    this.#skip(/[\s!]*/y)
    const command = this.#script[this.#at++]
    if (command !== undefined && !EVERYDAY.includes(command)) this.#facts.rare ??= rarePart(command)
    if (command === undefined || !/[\w=:#{}!;,+~\s]/.test(command)) return this.#impossible()
    if (command === '{') return true
    if (command === '}' || BARE.includes(command)) return this.#end()
    if (NUMBERED.includes(command)) {
      this.#skip(/\s*\d*/y)
      return this.#end()
    }
    if (command === '#') return this.#rest() !== undefined
    if (TEXT.includes(command)) return this.#text()
    // A label ends at a blank, and the next command may follow without a separator.
    if (LABELLED.includes(command)) return this.#skip(/[^\S\n]*[^\s;}]*/y) || true
    if (command === 's') return this.#substitute()
    if (command === 'y') return this.#delimited() && this.#end()
    return this.#file(command)
  }

  /** `r FILE`, `w FILE`, `e LINE`: the argument extends to the end of the line. */
  #file(command: string): boolean {
    if (!/[rRwWe]/.test(command)) return false
    const rest = this.#rest().trim()
    // Without an argument, `e` runs the line it has read. A backslash may escape characters or continue the line.
    if (command === 'e') this.#facts.add('shellLines', rest === '' || rest.includes('\\') ? undefined : rest)
    else if (command === 'r' || command === 'R') {
      if (rest !== '/dev/stdin') this.#facts.add('reads', rest)
    } else if (!/^\/dev\/(?:stdout|stderr|null)$/.test(rest)) this.#facts.add('writes', rest)
    return true
  }

  #substitute(): boolean {
    const delimiter = this.#script[this.#at++]
    if (delimiter === undefined || /[\n\\]/.test(delimiter)) return false
    if (!SEPARATORS.includes(delimiter)) this.#facts.rare ??= rarePart(`s${delimiter}`)
    if (!this.#until(delimiter, true) || !this.#until(delimiter, false)) return this.#impossible()
    this.#skip(/[gpiImM\d]*/y)
    for (let next = this.#script[this.#at]; next === 'e' || next === 'w'; next = this.#script[this.#at]) {
      this.#at++
      if (next === 'w') return this.#file('w')
      // It runs the result of the replacement.
      this.#facts.add('shellLines', undefined)
      this.#skip(/[gpiImM\d]*/y)
    }
    const end = this.#at
    if (this.#end()) return true
    // No sed has another flag; text after a blank is less certain.
    return this.#at === end ? this.#impossible() : false
  }

  /** A syntax error in every sed, so that none of the script runs. */
  #impossible(): false {
    this.#isPossible = false
    return false
  }

  /** `/from/to/` with any delimiter. Versions of sed disagree whether brackets have a meaning there. */
  #delimited(): boolean {
    const start = this.#at
    const delimiter = this.#script[this.#at++]
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') return false
    const isWhole = this.#until(delimiter, false) && this.#until(delimiter, false)
    return isWhole && !this.#script.slice(start, this.#at).includes('[')
  }

  #until(delimiter: string, isPattern: boolean): boolean {
    for (; this.#at < this.#script.length; this.#at++) {
      const character = this.#script[this.#at]
      if (character === '\\') this.#at++
      else if (character === '[' && isPattern && this.#brackets !== 'none') {
        const end = endOfBracket(this.#script, this.#at, this.#brackets, false)
        if (end === -1) return false
        this.#at = end - 1
      } else if (character === delimiter) {
        this.#at++
        return true
      }
    }
    return false
  }

  #address(isSecond = false): boolean {
    if (this.#skip(/\/|\\[^\n]/y)) {
      if (!this.#until(this.#script[this.#at - 1]!, true)) return false
      this.#skip(/[IM]*/y)
      return true
    }
    const found = this.#skip(isSecond ? /[+~]?\d+|\$/y : /\d+(?:\s*~\s*\d+)?|\$/y)
    return found || !isSecond
  }

  /** Text continues on the next line after a backslash. */
  #text(): boolean {
    this.#skip(/(?:\\.|[^\\\n])*(?:\\\n(?:\\.|[^\\\n])*)*\\?/sy)
    return true
  }

  #rest(): string {
    const end = this.#script.indexOf('\n', this.#at)
    const rest = this.#script.slice(this.#at, end === -1 ? undefined : end)
    this.#at += rest.length
    return rest
  }

  /** Whether the command ends here. */
  #end(): boolean {
    this.#skip(/[^\S\n]*/y)
    return this.#at >= this.#script.length || /[\n;}#]/.test(this.#script[this.#at]!)
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const length = pattern.exec(this.#script)?.[0].length ?? 0
    this.#at += length
    return length > 0
  }
}
