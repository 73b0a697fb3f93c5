import type { Form } from '../schema/form.js'
import type { PlainData, PlainObject } from './plain-data.js'
import { printable, printableLines } from './printable.js'
import { isScalar, shortText } from './short-text.js'
import type { Style } from './style.js'
import { cut, displayWidth, padEnd } from './width.js'
import { wrap } from './wrap.js'

const INDENT = '  '
// With fewer columns left, nested values are printed in one line.
const NARROWEST = 24

export interface RecordOptions {
  width: number
  style: Style
  form?: Form
  /** Draws nested lists. */
  listLines: (list: readonly PlainData[], width: number, style: Style, form?: Form) => string[]
}

/** An object as aligned `key value` lines, with nested values indented below. Keys stay as `--fields` knows them. */
export function recordLines(record: PlainObject, options: RecordOptions): string[] {
  const { width, style, form } = options
  const keys = keysOf(record, form)
  if (keys.length === 0) return [style.dim('(empty)')]
  const isShort = (key: string) => isOneLine(record[key]!, width)
  const longest = keys.filter(isShort).reduce((most, key) => Math.max(most, displayWidth(printable(key))), 0)
  const column = Math.min(longest, Math.floor(width / 3))
  return keys.flatMap((key) => {
    const value = record[key]!
    const label = cut(printable(key), isShort(key) ? column : width)
    if (isShort(key)) return fieldLines(label, value, column, options)
    return [
      style.bold(label),
      ...nestedLines(value, { ...options, width: width - INDENT.length, form: form?.properties?.[key] }),
    ]
  })
}

function keysOf(record: PlainObject, form: Form | undefined): string[] {
  const known = Object.keys(form?.properties ?? {}).filter((key) => Object.hasOwn(record, key))
  return [...new Set([...known, ...Object.keys(record)])]
}

function isOneLine(value: PlainData, width: number): boolean {
  if (isScalar(value) || width < NARROWEST) return true
  return Array.isArray(value) ? value.every(isScalar) : Object.keys(value).length === 0
}

function fieldLines(label: string, value: PlainData, column: number, { width, style }: RecordOptions): string[] {
  const lines = valueLines(value, style).flatMap((line) => wrap(line, Math.max(1, width - column - 2), 'keep'))
  return lines.map((line, index) => {
    const lead = index === 0 ? label : ''
    return line === '' && lead === '' ? '' : `${padEnd(style.dim(lead), column)}${INDENT}${line}`.trimEnd()
  })
}

function valueLines(value: PlainData, style: Style): string[] {
  if (typeof value === 'string' && value !== '') return printableLines(value)
  return [shortText(value) || style.dim('-')]
}

function nestedLines(value: PlainData, options: RecordOptions): string[] {
  const { width, style, form, listLines } = options
  const lines = Array.isArray(value) ? listLines(value, width, style, form) : recordLines(value as PlainObject, options)
  return lines.map((line) => (line === '' ? '' : INDENT + line))
}
