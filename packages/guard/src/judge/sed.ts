import type { CodeReading } from './code.js'

/** What a script of sed does beyond printing, read command by command as GNU sed reads it. */
export function readSed(script: string): CodeReading {
  const plain = new SedReader(script, false).read()
  // Versions of sed do not agree whether a slash in `[/]` ends the pattern.
  const bracketed = /\[/.test(script) ? new SedReader(script, true).read() : plain
  if (!plain.isUnderstood) return bracketed
  if (!bracketed.isUnderstood) return plain
  return {
    isUnderstood: true,
    writes: [...plain.writes, ...bracketed.writes],
    reads: [...plain.reads, ...bracketed.reads],
    shellLines: [...plain.shellLines, ...bracketed.shellLines],
    runs: plain.runs || bracketed.runs,
  }
}

/** Commands without anything behind them, with a number, with the rest of the line as text, with a label. */
const BARE = '=dDgGhHnNpPxFz'
const NUMBERED = 'lLqQ'
const TEXT = 'aic'
const LABELLED = ':btTv'

class SedReader {
  readonly #script: string
  readonly #hasBrackets: boolean
  #at = 0
  readonly #reading: CodeReading = { isUnderstood: true, writes: [], reads: [], shellLines: [], runs: false }

  constructor(script: string, hasBrackets: boolean) {
    this.#script = script
    this.#hasBrackets = hasBrackets
  }

  read(): CodeReading {
    while ((this.#skip(/[\s;{}]*/y), this.#at < this.#script.length)) {
      if (!this.#command()) return { ...this.#reading, isUnderstood: false }
    }
    return this.#reading
  }

  #command(): boolean {
    if (!this.#address()) return false
    if (this.#skip(/\s*,\s*/y) && !this.#address(true)) return false
    this.#skip(/[\s!]*/y)
    const command = this.#script[this.#at++]
    if (command === undefined) return false
    if (command === '{') return true
    if (command === '}' || BARE.includes(command)) return this.#end()
    if (NUMBERED.includes(command)) {
      this.#skip(/\s*\d*/y)
      return this.#end()
    }
    if (command === '#') return this.#rest() !== undefined
    if (TEXT.includes(command)) return this.#text()
    if (LABELLED.includes(command)) return this.#skip(/[^\n;}]*/y) || true
    if (command === 's') return this.#substitute()
    if (command === 'y') return this.#delimited() && this.#end()
    return this.#file(command)
  }

  /** `r FILE`, `w FILE`, `e LINE`: the rest of the line belongs to them. */
  #file(command: string): boolean {
    if (!/[rRwWe]/.test(command)) return false
    const rest = this.#rest().trim()
    if (command === 'e') {
      this.#reading.runs = true
      if (rest !== '') this.#reading.shellLines.push(rest)
    } else if (command === 'r' || command === 'R') this.#reading.reads.push(rest)
    else this.#reading.writes.push(rest)
    return true
  }

  #substitute(): boolean {
    const delimiter = this.#script[this.#at++]
    if (delimiter === undefined || /[\n\\]/.test(delimiter) || !this.#until(delimiter, true)) return false
    const start = this.#at
    if (!this.#until(delimiter, false)) return false
    const replacement = this.#script.slice(start, this.#at - 1)
    const flags = /[gpiImM\d]*/y
    flags.lastIndex = this.#at
    this.#at += flags.exec(this.#script)![0].length
    for (let next = this.#script[this.#at]; next === 'e' || next === 'w'; next = this.#script[this.#at]) {
      this.#at++
      if (next === 'w') return this.#file('w')
      this.#reading.runs = true
      this.#reading.shellLines.push(replacement)
      this.#skip(/[gpiImM\d]*/y)
    }
    return this.#end()
  }

  /** `/from/to/` with whatever stands for the slash. */
  #delimited(): boolean {
    const delimiter = this.#script[this.#at++]
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') return false
    return this.#until(delimiter, true) && this.#until(delimiter, false)
  }

  #until(delimiter: string, isPattern: boolean): boolean {
    for (; this.#at < this.#script.length; this.#at++) {
      const character = this.#script[this.#at]
      if (character === '\\') this.#at++
      else if (character === '[' && isPattern && this.#hasBrackets) {
        if (!this.#skip(/\[\^?\]?(?:\[:\w+:\]|[^\]])*\]/y)) return false
        this.#at--
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

  /** Text goes on behind a line that ends with a backslash. */
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

  /** What may stand behind a command. */
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
