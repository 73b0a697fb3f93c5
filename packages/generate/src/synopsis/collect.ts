/** Finds the synopses of a text: after "usage:", under such a heading, or on the first line that names the tool. */

import type { TextLine } from '../text/lines.js'
import { isShouted, kindOf } from '../layout/headings.js'
import { segmentsOf, splitOption } from '../layout/split.js'
import { startsWithFlag } from '../spec/option-spec.js'
import type { Naming } from './naming.js'
import { countNaming, isOwnName } from './naming.js'

export interface Synopsis {
  text: string
  lines: [number, number]
}

const INLINE =
  /^(?:.{0,60}\.\s+)?(?:usage|synopsis|syntax|uso|utilisation|verwendung|aufruf|gebrauch|syntaxe|sintassi|использование|użycie|användning|gebruik|kullanım|utilização|用法|使用法|使い方|사용법)(?:\s\([^()]{0,30}\))?\s*[:：]\s*(.*)$/iu
const ANOTHER = /^(?:or|oder|ou|o|или|lub|または|或)\s*:?\s+(?=\S)/iu
const PROMPT = /^[$%>#] +/
/** A program with more forms than this prints a manual, not a synopsis. */
const MOST = 60
const LONGEST = 12_000

export function collectSynopses(lines: TextLine[], naming: Naming): Synopsis[] {
  const found: Synopsis[] = []
  for (let index = 0; index < lines.length && found.length < MOST; index++) {
    const line = lines[index]!
    if (line.text === '' || line.text.length > 2000) continue
    const inline = INLINE.exec(line.text)
    if (inline && inline[1] !== '') {
      index = collectInline(lines, index, inline[1]!, naming, found)
    } else if (inline || isUsageHeading(line)) {
      index = collectBelow(lines, index, naming, found)
    }
  }
  return found.length > 0 ? found : unannounced(lines, naming)
}

function isUsageHeading(line: TextLine): boolean {
  if (line.text.length > 30 || line.indent > 4) return false
  return kindOf(line.text) === 'usage' && (isShouted(line.text) || !line.text.includes(' '))
}

function collectInline(lines: TextLine[], start: number, rest: string, naming: Naming, found: Synopsis[]): number {
  const first = lines[start]!
  const column = first.indent + first.text.length - rest.length
  let current = open(found, rest, first.number)
  let index = start + 1
  for (; index < lines.length; index++) {
    const line = lines[index]!
    if (line.text === '') {
      if (!isFormAfterBlank(lines[index + 1], column, naming)) break
      continue
    }
    const another = ANOTHER.exec(line.text)
    if (another) current = open(found, line.text.slice(another[0].length), line.number)
    else if (INLINE.test(line.text)) break
    else if (line.indent > first.indent && startsOwnForm(line.text, current, naming)) {
      current = open(found, line.text, line.number)
    } else if (isUnfinished(current.text) || continues(line, column, first.indent)) extend(current, line)
    else if (isRemark(line, first.indent)) continue
    else break
  }
  return index - 1
}

/** After an empty line, another form must have the indentation of the first one. */
function isFormAfterBlank(line: TextLine | undefined, column: number, naming: Naming): boolean {
  return line !== undefined && line.text !== '' && line.indent === column && isOwnName(firstWord(line.text), naming)
}

function collectBelow(lines: TextLine[], start: number, naming: Naming, found: Synopsis[]): number {
  let base: number | undefined
  let current: Synopsis | undefined
  let hasRemark = false
  let index = start + 1
  for (; index < lines.length; index++) {
    const line = lines[index]!
    if (line.text === '') {
      if (current && !isUnfinished(current.text)) {
        const next = lines.slice(index + 1, index + 3).find(({ text }) => text !== '')
        if (!next || next.indent <= lines[start]!.indent) break
        if (!isSubheading(next, lines[next.number]) && !mayBeForm(next, base!, current, naming)) break
        current = undefined
      }
      continue
    }
    if (base === undefined) {
      if (line.indent < lines[start]!.indent || (line.indent === lines[start]!.indent && !mayStart(line, naming))) break
      base = line.indent
    }
    const text = line.text.replace(PROMPT, '')
    if (isSubheading(line, lines[index + 1])) {
      base = undefined
      current = undefined
      continue
    }
    const another = ANOTHER.exec(text)
    if (another) current = open(found, text.slice(another[0].length), line.number)
    else if (current && isUnfinished(current.text)) extend(current, line)
    else if (line.indent < base) break
    else if (
      !current ||
      startsOwnForm(text, current, naming) ||
      (line.indent === base && /^[\w.-]+( |$)/.test(text) && !isProse(text))
    ) {
      if (isProse(text) || (startsWithFlag(text) && !current)) break
      current = open(found, text, line.number)
    } else if (!hasRemark && continues(line, base + 1, line.indent > base ? base : base - 1)) extend(current, line)
    else if (isRemark(line, base)) hasRemark = true
    else break
  }
  return index - 1
}

/** Manual pages may group forms under smaller headings. */
function isSubheading(line: TextLine, next: TextLine | undefined): boolean {
  return isShouted(line.text) && line.indent > 0 && next !== undefined && next.indent > line.indent
}

function mayStart(line: TextLine, naming: Naming): boolean {
  return isOwnName(firstWord(line.text.replace(PROMPT, '')), naming)
}

function mayBeForm(line: TextLine, base: number, current: Synopsis, naming: Naming): boolean {
  const text = line.text.replace(PROMPT, '')
  return line.indent >= base && startsOwnForm(text, current, naming) && !isProse(text)
}

function startsOwnForm(text: string, current: Synopsis, naming: Naming): boolean {
  const word = firstWord(text.replace(PROMPT, '').replace(/^\d+\. /, ''))
  return isOwnName(word, naming) || (word === firstWord(current.text) && /^[\w./-]+$/.test(word))
}

function firstWord(text: string): string {
  const blank = text.indexOf(' ')
  return blank === -1 ? text : text.slice(0, blank)
}

function open(found: Synopsis[], text: string, line: number): Synopsis {
  const made: Synopsis = { text: withoutRemark(text), lines: [line, line] }
  found.push(made)
  return made
}

function extend(current: Synopsis, line: TextLine): void {
  if (current.text.length > LONGEST) return
  const glued = current.text.endsWith('\u2010')
  current.text = glued ? current.text.slice(0, -1) + line.text : `${current.text} ${withoutRemark(line.text)}`
  current.lines[1] = line.number
}

/** `tool -l        List everything`: prose follows a wide gap. */
function withoutRemark(text: string): string {
  const segments = segmentsOf(text)
  const remark = segments.find(({ start, text: part }, index) => {
    return index > 0 && text.slice(start - 3, start) === '   ' && isRemarkText(part)
  })
  return remark ? text.slice(0, remark.start).trimEnd() : text
}

function isRemarkText(text: string): boolean {
  return /^[A-Z(#][a-z ].* [a-z]/.test(text) || /^[a-z]+(?: [a-z]+){2,}/.test(text)
}

/** Whether a bracket is still open. */
function isUnfinished(text: string): boolean {
  if (text.length > LONGEST) return false
  let depth = 0
  for (const character of text) {
    if (character === '[' || character === '{' || character === '(') depth++
    else if (character === ']' || character === '}' || character === ')') depth--
  }
  return depth > 0 || /[|,]$/.test(text)
}

function continues(line: TextLine, column: number, indent: number): boolean {
  if (line.indent <= indent || isProse(line.text)) return false
  if (startsWithFlag(line.text)) {
    const split = splitOption(line.text, { continues: false })
    return line.indent >= column && (!split || split.description === '' || /^[[<{(|]/.test(split.description))
  }
  return /^[[<{(.|\u2026]/.test(line.text) || line.indent >= column || /^[A-Z_-]+\b/.test(line.text)
}

/** A sentence, not a form: an initial capital, then lower-case letters, without brackets. */
function isProse(text: string): boolean {
  if (/[[\]{}<>|]/.test(text.slice(0, 40))) return false
  if (/^\([^()]*\)$/.test(text)) return true
  return (
    /^\(?(?:[A-Z][a-z']+|[a-z]+) (?:[a-z']+[ ,.]){3,}/.test(`${text} `) ||
    /^(?:[A-Z][a-z]+ ).*[.:]$/.test(text) ||
    text.startsWith('(the ')
  )
}

function isRemark(line: TextLine, indent: number): boolean {
  return line.indent > indent && isProse(line.text)
}

/** yargs, Mercurial and many scripts begin directly with a form; further forms have the same indentation. */
function unannounced(lines: TextLine[], naming: Naming): Synopsis[] {
  const found: Synopsis[] = []
  let indent: number | undefined
  let seen = 0
  let isOpen = false
  for (const line of lines) {
    if (line.text === '') {
      isOpen = false
      continue
    }
    if (indent === undefined && ++seen > 8) break
    const text = line.text.replace(PROMPT, '')
    if (found.length >= MOST || endsForms(line)) break
    if ((indent ?? line.indent) === line.indent && isForm(text, naming)) {
      open(found, text, line.number)
      indent = line.indent
      isOpen = true
    } else if (isOpen && line.indent > 0 && continues(line, 0, 0)) extend(found.at(-1)!, line)
    else if (startsWithFlag(text)) break
    else isOpen = false
  }
  return found
}

function endsForms({ text }: TextLine): boolean {
  const kind = kindOf(text)
  return kind === 'examples' || (kind === 'commands' && text.endsWith(':'))
}

function isForm(text: string, naming: Naming): boolean {
  if (!isOwnName(firstWord(text), naming) || isProse(text)) return false
  const words = text.slice(0, 500).split(' ')
  const rest = words.slice(countNaming(words, naming))
  if (rest.length === 0) return true
  return (
    rest.some((word) => /^[[<{(-]|\.\.|\|/.test(word) || isUpperWord(word)) &&
    !rest.some((word) => /^[a-z]+[,.:]$/.test(word))
  )
}

function isUpperWord(word: string): boolean {
  return /^[A-Z][A-Z0-9_-]+$/.test(word)
}
