/** A line of mdoc macros → styled text: `.Op Fl o Ar file` is `[-o file]`. */

import { JOINED, shown, type Fonts } from '../text/escapes.js'
import { BOLD, ITALIC, ROMAN } from '../text/marks.js'
import { CLOSING, ENCLOSURES, FONTS, isInline, NAMES, OPENING } from './vocabulary.js'

export interface InlineState {
  /** The name that `.Nm` prints without an argument. */
  name: string
  /** `.Sm off`: words follow each other without blanks. */
  isSpaced: boolean
  /** The next word follows without a blank. */
  isGlued: boolean
}

export interface InlineText {
  /** May end in the mark that makes the next line follow without a blank. */
  text: string
  /** Follows the line before it without a blank. */
  isGlued: boolean
}

export function inline(words: string[], state: InlineState): InlineText {
  const writer = new InlineWriter(state)
  writer.run(words)
  return writer.finish()
}

const CLOSERS = /^(?:[.,:;)\]?!]|\\&[.,:;)\]?!])$/
const OPENERS = /^[([]$/

class InlineWriter {
  #out = ''
  #startsGlued: boolean | undefined
  #isGlued: boolean
  #enclosing: string[] = []
  readonly #state: InlineState

  constructor(state: InlineState) {
    this.#state = state
    this.#isGlued = state.isGlued
  }

  run(words: string[]): void {
    let macro: string | undefined
    /** The macro has no word yet. */
    let isBare = false
    const { length } = words
    for (let at = 0; at < length; at++) {
      const word = words[at]!
      if (isInline(word)) {
        if (isBare) this.#alone(macro!)
        // `.Fl Fl long`, `.Fl Ns Ar x`: a dash without a word is joined to what follows.
        if (isBare && macro === 'Fl') this.#isGlued = true
        macro = word
        isBare = true
        if (this.#open(word)) isBare = false
        else if (word === 'Pf' || word === 'Xr' || word === 'Sm') {
          at = this.#special(word, words, at)
          macro = undefined
          isBare = false
        }
        continue
      }
      if (CLOSERS.test(word)) {
        if (isBare) this.#alone(macro!)
        isBare = false
        if (words.slice(at).every((rest) => CLOSERS.test(rest))) this.#closeAll()
        this.#put(shown(word, plainFonts()), true)
        continue
      }
      this.#word(word, macro)
      isBare = false
    }
    if (isBare) this.#alone(macro!)
  }

  finish(): InlineText {
    this.#closeAll()
    this.#state.isGlued = this.#isGlued
    return { text: this.#isGlued ? this.#out + JOINED : this.#out, isGlued: this.#startsGlued ?? false }
  }

  #closeAll(): void {
    for (let sign = this.#enclosing.pop(); sign !== undefined; sign = this.#enclosing.pop()) this.#put(sign, true)
  }

  #put(text: string, isGlued = false): void {
    const glued = isGlued || this.#isGlued
    this.#startsGlued ??= glued
    this.#out += this.#out === '' || glued ? text : ` ${text}`
    this.#isGlued = !this.#state.isSpaced
  }

  /** True if the macro needs no word. */
  #open(macro: string): boolean {
    const enclosure = ENCLOSURES.get(macro)
    if (enclosure) {
      this.#put(enclosure[0])
      this.#isGlued = true
      this.#enclosing.push(enclosure[1])
      return true
    }
    const opening = OPENING.get(macro)
    if (opening !== undefined) {
      if (opening !== '') {
        this.#put(opening)
        this.#isGlued = true
      }
      return true
    }
    const closing = CLOSING.get(macro)
    if (closing !== undefined) {
      if (closing !== '') this.#put(closing, true)
      return true
    }
    if (macro === 'Ns' || macro === 'Ap') {
      if (macro === 'Ap') this.#put("'", true)
      this.#isGlued = true
      this.#startsGlued ??= true
      return true
    }
    return macro === 'No'
  }

  #special(macro: string, words: string[], at: number): number {
    const next = words[at + 1]
    if (next === undefined) return at
    if (macro === 'Sm') {
      this.#state.isSpaced = next !== 'off'
      if (this.#state.isSpaced) this.#isGlued = false
      return at + 1
    }
    if (macro === 'Pf') {
      this.#put(shown(next, plainFonts()))
      this.#isGlued = true
      return at + 1
    }
    const section = /^\d\w*$/.test(words[at + 2] ?? '') ? words[at + 2] : undefined
    this.#put(shown(next, plainFonts()) + (section === undefined ? '' : `(${section})`))
    return section === undefined ? at + 1 : at + 2
  }

  #alone(macro: string): void {
    if (macro === 'Fl') this.#put(`${BOLD}-${ROMAN}`)
    else if (macro === 'Ar') this.#put(`${ITALIC}file${ROMAN} ${ITALIC}...${ROMAN}`)
    else if (macro === 'Nm') this.#put(`${BOLD}${this.#state.name}${ROMAN}`)
    else if (NAMES.has(macro)) this.#put(NAMES.get(macro)!)
    if (macro === 'Nd') this.#put('–')
  }

  #word(word: string, macro: string | undefined): void {
    if (macro === 'Fl' && word !== '|') return this.#put(`${BOLD}-${shown(word, plainFonts())}${ROMAN}`)
    if (macro !== undefined && NAMES.has(macro)) this.#put(NAMES.get(macro)!)
    const font = word === '|' ? ROMAN : (FONTS.get(macro ?? '') ?? ROMAN)
    this.#put(`${font}${shown(word, plainFonts())}${ROMAN}`)
    if (OPENERS.test(word)) this.#isGlued = true
  }
}

function plainFonts(): Fonts {
  return { current: ROMAN, previous: ROMAN }
}
