/** Splits one line of a table into a name and its description. */

import { parseSpec, type Spec } from '../spec/option-spec.js'
import { chunkEnd } from '../spec/chunk.js'
import { readFlag } from '../spec/flag.js'
import { isTypeWord, isUpperWord } from '../spec/placeholder.js'

export interface Split {
  spec: Spec
  description: string
  /** Offset of the description in the text; absent if it is not on this line. */
  column?: number
}

export interface SplitContext {
  /** Offset in the text at which descriptions begin in this table. */
  column?: number
  /** The next line is indented deeper, so it may be a description. */
  continues: boolean
}

export interface Segment {
  start: number
  text: string
}

/** Pieces that are separated by two or more blanks. */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = []
  let start = 0
  while (start < text.length) {
    const gap = text.indexOf('  ', start)
    const end = gap === -1 ? text.length : gap
    segments.push({ start, text: text.slice(start, end) })
    start = end
    while (start < text.length && text[start] === ' ') start++
  }
  return segments
}

export function splitOption(raw: string, context: SplitContext): Split | undefined {
  const text = withoutLeaders(raw)
  return atColumn(text, context) ?? atGap(text, context) ?? atSign(text) ?? openEnded(text, context)
}

/** `--host=<host> ........ text`: the dots are only leaders. */
function withoutLeaders(text: string): string {
  return text.includes(' ....') ? text.replace(/ \.{4,}(?= )/g, (dots) => ' '.repeat(dots.length)) : text
}

/** A word begins exactly at the column of the other descriptions, and the text before it is a spec. */
function atColumn(text: string, context: SplitContext): Split | undefined {
  const { column } = context
  if (column === undefined || column >= text.length || text[column - 1] !== ' ' || text[column] === ' ')
    return undefined
  if (readFlag(text, column) && text[column - 2] !== ' ') return undefined
  const left = text.slice(0, column).trimEnd()
  const right = text.slice(column)
  if (text[column - 2] !== ' ' && (isValueOnly(right) || (context.continues && !right.includes(' ')))) return undefined
  const isBorder = text[column - 2] === ' '
  const fits = ({ text: part }: Segment, index: number) => {
    return index === 0 || readFlag(part, 0) || isValueAlone(part) || (isBorder && part.split(' ').length <= 2)
  }
  if (!segmentsOf(left).every(fits)) return undefined
  const spec = parseSpec(left, 0, { closed: true })
  return spec && covers(spec, left) && isPlausible(spec) ? finish(spec, text, column) : undefined
}

/** A placeholder that happens to begin at the column of descriptions: `--max-incomplete INTEGER`. */
function isValueOnly(text: string): boolean {
  return /^[<[{]/.test(text) ? chunkEnd(text, 0) >= text.length || text[0] === '<' : isUpperWord(text)
}

function atGap(text: string, context: SplitContext): Split | undefined {
  const segments = segmentsOf(text)
  if (segments.length < 2) return undefined
  let count = 1
  while (count < segments.length && continuesSpec(segments, count, context)) count++
  const left = segments
    .slice(0, count)
    .map((segment) => segment.text)
    .join(' ')
  const spec = parseSpec(left, 0, { closed: true })
  if (!spec || !covers(spec, left) || !isPlausible(spec)) return undefined
  return count === segments.length ? { spec, description: '' } : finish(spec, text, segments[count]!.start)
}

/** `-h    --help    text`, `--index  -I  <names>   text`: columns that still belong to the left side. */
function continuesSpec(segments: Segment[], index: number, context: SplitContext): boolean {
  const segment = segments[index]!
  if (segment.start === context.column) return false
  const before = segments[index - 1]!.text
  if (/[,|]$/.test(before) && readFlag(segment.text, 0)) return true
  const isLast = index === segments.length - 1
  if (isLast && !context.continues && context.column !== undefined) return isSpecAlone(segment.text)
  if (readFlag(segment.text, 0))
    return isSpecAlone(segment.text) || (context.continues && isLast && isClosedSpec(segment.text))
  return !isLast && isValueAlone(segment.text)
}

function isSpecAlone(text: string): boolean {
  const spec = parseSpec(text, 0, { closed: false })
  return spec !== undefined && covers(spec, text)
}

function isClosedSpec(text: string): boolean {
  const spec = parseSpec(text, 0, { closed: true })
  return spec !== undefined && covers(spec, text) && isPlausible(spec)
}

function isValueAlone(text: string): boolean {
  return (
    /^(<[^<>]*>|\[[^[\]]*\]|\{[^{}]*\}|=<?[\w-]+>?)[.=\w<>:[\],]*$/.test(text) ||
    (isUpperWord(text) && text.length < 24)
  )
}

/** `-D FILE: text`, `-h - text`, `--port : text`, `-x = text`. */
function atSign(text: string): Split | undefined {
  const match = /(?<=\S)( ?: | ?[-–—=]{1,2} |: ?$| => )/.exec(text)
  if (!match || match.index === 0) return undefined
  const left = text.slice(0, match.index)
  const spec = parseSpec(left, 0, { closed: true })
  return spec && covers(spec, left) && isPlausible(spec) ? finish(spec, text, match.index + match[0].length) : undefined
}

function openEnded(text: string, context: SplitContext): Split | undefined {
  const closed = parseSpec(text, 0, { closed: true })
  if (closed && covers(closed, text) && (context.continues ? isPlausible(closed) : isCertain(closed))) {
    return { spec: closed, description: '' }
  }
  const spec = parseSpec(text, 0, { closed: false })
  return spec && finish(spec, text, spec.end)
}

function finish(spec: Spec, text: string, from: number): Split {
  const rest = text.slice(from)
  const description = rest.replace(/^[\s:;,]*(?:[-–—=]{1,2} |=> |: |# )?\s*/, '')
  return { spec, description, column: text.length - description.length }
}

export function covers(spec: Spec, text: string): boolean {
  return /^[\s,:;|]*(\([^()]*\)|\*)?[\s,:;.]*$/.test(text.slice(spec.end))
}

/** There are few words in place of a value: prose would have more. */
function isPlausible(spec: Spec): boolean {
  return spec.members.every(
    (member) =>
      member.values.filter((value) => !isMarked(value)).length <= (member.attached ? 1 : 3) &&
      !isSentence(member.values),
  )
}

function isCertain(spec: Spec): boolean {
  return spec.members.every((member) => member.values.every(isMarked) || member.values.length === 1)
}

function isMarked(value: string): boolean {
  return /^[[<{(="'#|.]|[|=]|\.\.\.$/.test(value) || isUpperWord(value) || isTypeWord(value)
}

function isSentence(values: string[]): boolean {
  return values.length > 1 && /[.;]$/.test(values.at(-1)!) && !values.at(-1)!.endsWith('..')
}
