/** Writes the macros of man(7) to a page. */

import { argumentsIn } from './text/arguments.js'
import { changeFont, shown, type Fonts } from './text/escapes.js'
import { inFont, isFontMacro } from './text/fonts.js'
import { columnsOf } from './text/lengths.js'
import { BOLD, ITALIC, ROMAN, withoutMarks, withPlaceholders } from './text/marks.js'
import { RoffPage } from './text/page.js'

const BODY = 7
const MOST_NESTED = 40

export const MAN_MACROS = new Set(
  (
    'TH SH SS PP P LP TP TQ IP HP RS RE nf fi EX EE br sp in ti SY YS OP UR UE MT ME ft PD B I R SM SB CW BI BR IB IR ' +
    'RB RI TS TE ad nh hy na ne ce MR'
  ).split(' '),
)

/** What the next line of text becomes. */
type Awaited = { kind: 'tag' } | { kind: 'heading'; indent: number } | { kind: 'font'; macro: string }

export class ManWriter {
  readonly page = new RoffPage()
  /** The fourth word of `.TH`: the package and its version. */
  version: string | undefined
  readonly #fonts: Fonts = { current: ROMAN, previous: ROMAN }
  #base = 0
  #hanging = BODY
  #nested: { base: number; hanging: number }[] = []
  #hasSpacing = true
  #awaited: Awaited | undefined
  #isSynopsis = false
  #link: string | undefined

  text(raw: string, line: number): void {
    if (raw.trim() === '' && !this.#awaited) return this.page.isFilling ? this.page.space(line) : this.#emptyLine(line)
    const blanks = this.page.isFilling && !this.#awaited ? raw.length - raw.trimStart().length : 0
    if (blanks > 0) this.page.offset(blanks)
    this.#put(shown(blanks > 0 ? raw.trimStart() : raw, this.#fonts), line)
  }

  #emptyLine(line: number): void {
    this.page.break()
    this.page.lines.push({ text: '', source: line })
  }

  macro(macro: string, text: string, line: number): void {
    const words = argumentsIn(text)
    if (isFontMacro(macro)) {
      if (words.length === 0) this.#awaited ??= { kind: 'font', macro }
      else this.#put(inFont(macro, words), line)
      return
    }
    this.#structure(macro, words, line)
  }

  #put(styled: string, line: number): void {
    const awaited = this.#awaited
    const text =
      this.#isSynopsis && awaited?.kind !== 'heading' ? withPlaceholders(styled, this.page.isAtStart) : styled
    if (!awaited) return this.page.add(text, line)
    this.#awaited = undefined
    if (awaited.kind === 'heading') this.#heading(withoutMarks(text), awaited.indent, line)
    else if (awaited.kind === 'tag') this.#tag(text, line)
    else this.page.add(this.#isSynopsis ? text : inFont(awaited.macro, [text]), line)
  }

  #heading(text: string, indent: number, line: number): void {
    this.page.indent = indent
    this.page.isFilling = true
    this.page.add(text.trim(), line)
    this.page.break()
    if (indent === 0) this.#isSynopsis = /^(?:SYNOPSIS|USAGE|SYNTAX)$/i.test(text.trim())
    this.#base = BODY
    this.#hanging = BODY
    this.#nested = []
    this.page.indent = BODY
    this.#fonts.current = ROMAN
  }

  #tag(text: string, line: number): void {
    this.page.indent = this.#base
    const bare = withoutMarks(text).trimStart()
    this.page.tag(/^[-+]/.test(bare) ? withPlaceholders(text) : text, line, this.#base + this.#hanging)
  }

  #paragraph(line: number): void {
    if (this.#hasSpacing) this.page.space(line)
    else this.page.settle()
    this.page.indent = this.#base
  }

  #structure(macro: string, words: string[], line: number): void {
    const { page } = this
    switch (macro) {
      case 'TH':
        this.version = words[3] === undefined ? undefined : withoutMarks(shown(words[3], this.#fonts))
        return
      case 'SH':
      case 'SS': {
        page.space(line)
        const indent = macro === 'SH' ? 0 : 3
        if (words.length === 0) this.#awaited = { kind: 'heading', indent }
        else this.#heading(withoutMarks(shown(words.join(' '), this.#fonts)), indent, line)
        return
      }
      case 'PP':
      case 'P':
      case 'LP':
      case 'HP':
        this.#paragraph(line)
        this.#hanging = BODY
        if (macro === 'HP') this.#hangingParagraph(words[0])
        return
      case 'TP':
      case 'TQ':
        if (macro === 'TP') this.#paragraph(line)
        else page.settle()
        this.#hanging = columnsOf(words[0]) ?? this.#hanging
        this.#awaited = { kind: 'tag' }
        return
      case 'IP':
        this.#paragraph(line)
        this.#hanging = columnsOf(words[1]) ?? this.#hanging
        if (words[0] === undefined || words[0] === '') page.indent = this.#base + this.#hanging
        else this.#tag(shown(words[0], this.#fonts), line)
        return
      case 'RS':
        page.settle()
        if (this.#nested.length < MOST_NESTED) {
          this.#nested.push({ base: this.#base, hanging: this.#hanging })
          this.#base += columnsOf(words[0]) ?? this.#hanging
        }
        this.#hanging = BODY
        page.indent = this.#base
        return
      case 'RE':
        page.break()
        this.#leave()
        return
      default:
        this.#low(macro, words, line)
    }
  }

  #hangingParagraph(length: string | undefined): void {
    const by = columnsOf(length) ?? BODY
    this.page.indent = this.#base + by
    this.page.offset(-by)
  }

  #leave(): void {
    const outer = this.#nested.pop()
    this.#base = outer?.base ?? BODY
    this.#hanging = outer?.hanging ?? BODY
    this.page.indent = this.#base
  }

  #low(macro: string, words: string[], line: number): void {
    const { page } = this
    switch (macro) {
      case 'nf':
      case 'EX':
        page.break()
        page.isFilling = false
        return
      case 'fi':
      case 'EE':
        page.break()
        page.isFilling = true
        return
      case 'br':
        return page.break()
      case 'sp':
        return page.space(line)
      case 'in':
        page.break()
        page.indent = indentBy(words[0], page.indent, this.#base)
        return
      case 'ti':
        return page.offset(indentBy(words[0], page.indent, page.indent) - page.indent)
      case 'PD':
        this.#hasSpacing = words.length === 0 || (columnsOf(words[0]) ?? 1) > 0
        return
      case 'ft':
        changeFont(words[0] ?? 'P', this.#fonts)
        return
      case 'SY':
        page.break()
        page.indent = this.#base
        return this.#put(`${BOLD}${shown(words.join(' '), this.#fonts)}${ROMAN}`, line)
      case 'YS':
        return page.break()
      case 'OP':
        return this.#put(optional(words.map((word) => shown(word, this.#fonts))), line)
      case 'MR':
        return this.#put(`${words[0] ?? ''}(${words[1] ?? ''})${words[2] ?? ''}`, line)
      case 'UR':
      case 'MT':
        this.#link = words[0]
        return
      case 'UE':
      case 'ME':
        if (this.#link !== undefined) this.#put(`<${shown(this.#link, this.#fonts)}>${words[0] ?? ''}`, line)
        this.#link = undefined
        return
    }
  }
}

/** `.OP -f file` is `[-f file]`. */
function optional([flag = '', value]: string[]): string {
  return `[${BOLD}${flag}${ROMAN}${value === undefined ? '' : ` ${ITALIC}${value}${ROMAN}`}]`
}

function indentBy(length: string | undefined, now: number, otherwise: number): number {
  const columns = columnsOf(length)
  if (columns === undefined) return otherwise
  return Math.min(80, Math.max(0, /^[+-]/.test(length!) ? now + columns : columns))
}
