import type { Screen } from '../define/screen.js'
import type { Form } from '../schema/form.js'
import { type PlainData, type PlainObject, toPlainData } from './plain-data.js'
import { printableLines } from './printable.js'
import { recordLines } from './record.js'
import { columnsOf } from './screen.js'
import { isScalar, shortText } from './short-text.js'
import { type Style, styleFor } from './style.js'
import { tableLines } from './table.js'

export interface TextOptions extends Screen {
  /** The form of the output, which decides the order of columns. */
  form?: Form
}

/**
 * A result as text: rows as a table, an object as labelled lines, text as it is. No control character of the value
 * reaches the terminal.
 */
export function renderValue(value: unknown, { form, ...screen }: TextOptions): string {
  return linesOf(toPlainData(value), columnsOf(screen), styleFor(screen.color), form).join('\n')
}

function linesOf(value: PlainData, width: number, style: Style, form?: Form): string[] {
  if (value === null) return []
  if (typeof value === 'string') return printableLines(value)
  if (isScalar(value)) return [shortText(value)]
  if (Array.isArray(value)) return listLines(value, width, style, form)
  return recordLines(value, { width, style, form, listLines })
}

function listLines(list: readonly PlainData[], width: number, style: Style, form?: Form): string[] {
  if (list.length === 0) return [style.dim('Nothing found.')]
  if (!list.every(isRow)) return list.map(shortText)
  return (
    tableLines(list, width, style, form) ??
    list.flatMap((row, index) => [
      ...(index === 0 ? [] : ['']),
      ...recordLines(row, { width, style, form: form?.items, listLines }),
    ])
  )
}

function isRow(value: PlainData): value is PlainObject {
  return !isScalar(value) && !Array.isArray(value)
}
