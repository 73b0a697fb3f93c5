/** Lays out a page like a terminal: fills words into lines, with the indentation of the macros. */

import { JOINED } from './escapes.js'
import { widthOf, withoutMarks } from './marks.js'

export interface PageLine {
  text: string
  /** The line of the source where it begins. */
  source: number
}

/** Far wider than a terminal, so that no line is broken that would have to be joined again. */
const WIDTH = 3_000

/** A name and its description are two columns only if more than one blank separates them. */
const GAP = 2

interface Word {
  text: string
  source: number
}

export class RoffPage {
  readonly lines: PageLine[] = []
  indent = 0
  isFilling = true
  #words: Word[] = []
  #tag: Word | undefined
  #tagIndent = 0
  #offset: number | undefined
  #isJoined = false

  /** Adds a line of text, which may hold marks. */
  add(text: string, source: number): void {
    const ends = text.endsWith(JOINED)
    const clean = text.replaceAll(JOINED, '')
    if (!this.isFilling) this.#addUnfilled(clean, source)
    else this.#addWords(clean, source)
    this.#isJoined = ends
    if (!this.isFilling && !ends) this.break()
  }

  #addWords(text: string, source: number): void {
    const words = withoutMarks(text).split(' ')
    for (const [index, word] of words.entries()) {
      const last = this.#words.at(-1)
      if (index === 0 && this.#isJoined && last) last.text += word
      else if (word !== '') this.#words.push({ text: word, source })
    }
  }

  #addUnfilled(text: string, source: number): void {
    const last = this.#words.at(-1)
    const bare = withoutMarks(text)
    if (last) last.text += this.#isJoined ? bare : ` ${bare}`
    else this.#words.push({ text: bare, source })
  }

  get isAtStart(): boolean {
    return this.#words.length === 0
  }

  /** Joins the next text to the last one without a blank. */
  join(): void {
    this.#isJoined = true
  }

  /** Indents only the next line by this much more. */
  offset(by: number): void {
    this.break()
    this.#offset = by
  }

  /** Puts a name beside the next text if it is short, otherwise on a separate line. */
  tag(text: string, source: number, indent: number): void {
    this.settle()
    this.#tag = { text: withoutMarks(text).replaceAll(JOINED, '').replace(/ {2,}/g, ' '), source }
    this.#tagIndent = this.indent
    this.indent = indent
    if (this.#tagIndent + widthOf(this.#tag.text) + GAP > indent) this.#flushTag()
  }

  #flushTag(): void {
    if (!this.#tag) return
    const { text, source } = this.#tag
    this.#tag = undefined
    this.#write(this.#tagIndent, text, source)
  }

  break(): void {
    const words = this.#words
    this.#words = []
    this.#isJoined = false
    if (words.length === 0) return
    let line = ''
    let source = words[0]!.source
    for (const word of words) {
      if (line !== '' && this.indent + line.length + 1 + word.text.length > WIDTH) {
        this.#writeBody(line, source)
        line = ''
      }
      if (line === '') source = word.source
      line += line === '' ? word.text : ` ${word.text}`
    }
    this.#writeBody(line, source)
  }

  #writeBody(text: string, source: number): void {
    const tag = this.#tag
    this.#tag = undefined
    const indent = Math.max(0, this.indent + (this.#offset ?? 0))
    this.#offset = undefined
    if (!tag) this.#write(indent, text, source)
    else this.#write(this.#tagIndent, tag.text.padEnd(indent - this.#tagIndent) + text, tag.source)
  }

  #write(indent: number, text: string, source: number): void {
    this.lines.push({ text: text.trim() === '' ? '' : ' '.repeat(Math.min(indent, 80)) + text, source })
  }

  /** Ends a paragraph: a name that still waits for its description gets none. */
  settle(): void {
    this.break()
    this.#flushTag()
  }

  /** Adds an empty line, but never a second one. */
  space(source: number): void {
    this.settle()
    if (this.lines.length > 0 && this.lines.at(-1)!.text !== '') this.lines.push({ text: '', source })
  }

  end(): PageLine[] {
    this.settle()
    return this.lines
  }
}
