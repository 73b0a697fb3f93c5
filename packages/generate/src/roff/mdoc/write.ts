/** Writes the macros of mdoc(7) to a page. */

import { argumentsIn } from '../text/arguments.js'
import { shown } from '../text/escapes.js'
import { columnsOf } from '../text/lengths.js'
import { ROMAN, withoutMarks, withPlaceholders } from '../text/marks.js'
import { RoffPage } from '../text/page.js'
import { inline, type InlineState } from './inline.js'
import { isInline } from './vocabulary.js'

const BODY = 5
const MOST_NESTED = 40
const WIDEST_TAG = 12

interface List {
  kind: string
  isCompact: boolean
  base: number
  width: number
  count: number
}

export class MdocWriter {
  readonly page = new RoffPage()
  readonly version = undefined
  readonly #state: InlineState = { name: '', isSpaced: true, isGlued: false }
  #base = 0
  #lists: List[] = []
  #displays: { base: number; isFilling: boolean }[] = []
  #isSynopsis = false
  /** The head of an item that continues until `.Xc`. */
  #head: { words: string[]; line: number } | undefined

  text(raw: string, line: number): void {
    if (raw.trim() === '') {
      if (this.page.isFilling) this.page.space(line)
      else this.page.lines.push({ text: '', source: line })
      return
    }
    if (this.#head) this.#head.words.push(...argumentsIn(raw))
    else this.#put(shown(raw, { current: ROMAN, previous: ROMAN }), line, false)
  }

  macro(macro: string, text: string, line: number): void {
    const words = argumentsIn(text)
    if (this.#head && (isInline(macro) || macro === 'Xc')) return this.#extendHead(macro, words)
    if (isInline(macro)) return this.#inline(macro, words, line)
    this.#block(macro, words, line)
  }

  #put(text: string, line: number, isGlued: boolean): void {
    if (isGlued) this.page.join()
    this.page.add(this.#isSynopsis ? withPlaceholders(text, this.page.isAtStart) : text, line)
  }

  #inline(macro: string, words: string[], line: number): void {
    if (macro === 'Nm') {
      if (this.#state.name === '' && words[0] !== undefined) this.#state.name = words[0]
      if (this.#isSynopsis) this.page.break()
    }
    if (macro === 'Nd') {
      const { text } = inline(words, this.#state)
      return this.#put(`- ${text}`, line, false)
    }
    if (macro === 'Ex' || macro === 'Rv') return
    const { text, isGlued } = inline([macro, ...words], this.#state)
    if (text !== '') this.#put(text, line, isGlued)
  }

  #extendHead(macro: string, words: string[]): void {
    const head = this.#head!
    head.words.push(macro, ...words)
    if (macro !== 'Xc' && !words.includes('Xc') && head.words.length < 400) return
    this.#head = undefined
    this.#tag(head.words, head.line)
  }

  #block(macro: string, words: string[], line: number): void {
    const { page } = this
    switch (macro) {
      case 'Sh':
      case 'Ss':
        return this.#heading(words, macro === 'Sh' ? 0 : 3, line)
      case 'Pp':
      case 'Lp':
      case 'sp':
        return page.space(line)
      case 'br':
        return page.break()
      case 'Bl':
        return this.#beginList(words)
      case 'El':
        return this.#endList(line)
      case 'It':
        return this.#item(words, line)
      case 'Bd':
        return this.#beginDisplay(words, line)
      case 'Ed':
        return this.#endDisplay()
      case 'D1':
      case 'Dl': {
        page.break()
        page.indent += 6
        this.#inlineOf(words, line)
        page.break()
        page.indent -= 6
        return
      }
      case 'nf':
      case 'fi':
        page.break()
        page.isFilling = macro === 'fi'
        return
      default:
        if (macro.startsWith('%')) this.#inlineOf(words, line)
    }
  }

  #inlineOf(words: string[], line: number): void {
    const { text, isGlued } = inline(words, this.#state)
    if (text !== '') this.#put(text, line, isGlued)
  }

  #heading(words: string[], indent: number, line: number): void {
    const { page } = this
    page.space(line)
    page.isFilling = true
    page.indent = indent
    const text = withoutMarks(inline(words, this.#state).text)
    page.add(text, line)
    page.break()
    if (indent === 0) {
      this.#isSynopsis = /^SYNOPSIS$/i.test(text)
      this.#lists = []
      this.#displays = []
    }
    this.#state.isSpaced = true
    this.#state.isGlued = false
    this.#base = BODY
    page.indent = BODY
  }

  #beginList(words: string[]): void {
    this.page.break()
    if (this.#lists.length >= MOST_NESTED) return
    const kind = words.find((word) => /^-[a-z]+$/.test(word) && !/^-(?:compact|offset|width)$/.test(word)) ?? '-item'
    const width = /^-(?:tag|hang|column)$/.test(kind) ? tagWidth(words[words.indexOf('-width') + 1]) : 3
    this.#lists.push({ kind, isCompact: words.includes('-compact'), base: this.#base, width, count: 0 })
    this.#base = Math.min(60, this.#base + offsetOf(words))
    this.page.indent = this.#base
  }

  #endList(line: number): void {
    const list = this.#lists.pop()
    this.page.break()
    if (list) this.#base = list.base
    const outer = this.#lists.at(-1)
    this.page.indent = this.#base + (outer && /^-(?:tag|hang|bullet|dash|enum)$/.test(outer.kind) ? outer.width : 0)
    if (!list?.isCompact) this.page.space(line)
  }

  #item(words: string[], line: number): void {
    const list = this.#lists.at(-1)
    if (!list) return this.#inlineOf(words, line)
    if (list.isCompact) this.page.settle()
    else this.page.space(line)
    list.count++
    this.page.indent = this.#base
    if (words.includes('Xo')) {
      this.#head = { words, line }
      return
    }
    this.#tag(words, line)
  }

  #tag(words: string[], line: number): void {
    const list = this.#lists.at(-1)
    const { page } = this
    this.#state.isGlued = false
    switch (list?.kind) {
      case '-bullet':
      case '-dash':
      case '-hyphen':
        return page.tag('•', line, this.#base + 3)
      case '-enum':
        return page.tag(`${list.count}.`, line, this.#base + 4)
      case '-column':
        page.add(columns(words, this.#state), line)
        return page.break()
      case '-item':
        return
      default: {
        const { text } = inline(words, this.#state)
        const isOption = /^[-+]/.test(withoutMarks(text))
        page.tag(isOption ? withPlaceholders(text) : text, line, this.#base + (list?.width ?? WIDEST_TAG))
        this.#state.isGlued = false
      }
    }
  }

  #beginDisplay(words: string[], line: number): void {
    this.page.space(line)
    if (this.#displays.length >= MOST_NESTED) return
    this.#displays.push({ base: this.page.indent, isFilling: this.page.isFilling })
    this.page.isFilling = !/^-(?:literal|unfilled)$/.test(words[0] ?? '')
    this.page.indent = Math.min(60, this.page.indent + offsetOf(words))
  }

  #endDisplay(): void {
    this.page.break()
    const outer = this.#displays.pop()
    if (!outer) return
    this.page.indent = outer.base
    this.page.isFilling = outer.isFilling
  }
}

/** `-width Ds`, `-width indent`, `-width 12n`, or as wide as a text. */
function tagWidth(width: string | undefined): number {
  if (width === undefined || width.startsWith('-')) return 8
  const columns = /^(?:Ds|indent|indent-two)$/.test(width) ? 6 : (columnsOf(width) ?? width.length + 1)
  return Math.max(4, Math.min(WIDEST_TAG, columns + 2))
}

function offsetOf(words: string[]): number {
  const at = words.indexOf('-offset')
  if (at === -1) return 0
  const offset = words[at + 1] ?? ''
  if (offset === 'left') return 0
  return Math.max(0, Math.min(20, columnsOf(offset) ?? 6))
}

/** The cells of a row, separated by `Ta`. */
function columns(words: string[], state: InlineState): string {
  const cells: string[][] = [[]]
  for (const word of words.flatMap((one) => one.split('\t'))) {
    if (word === 'Ta') cells.push([])
    else cells.at(-1)!.push(word)
  }
  return cells.map((cell) => inline(cell, state).text).join('\u00a0\u00a0\u00a0')
}
