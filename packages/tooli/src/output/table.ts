import { kebab } from '../model/shown-name.js'
import type { Form } from '../schema/form.js'
import type { PlainData, PlainObject } from './plain-data.js'
import { printable } from './printable.js'
import { isNested, shortText } from './short-text.js'
import type { Style } from './style.js'
import { cut, displayWidth, padEnd, padStart } from './width.js'

const GAP = '  '
// A narrower column of text is unreadable; then the rows are shown one below the other.
const NARROWEST = 8

interface Column {
  heading: string
  cells: string[]
  isNumeric: boolean
  /** The column has JSON, the least readable content, so it is cut before texts are. */
  isNested: boolean
  width: number
}

/** Rows as a table, with the widest texts cut until it fits; undefined if too little of them remains. */
export function tableLines(
  rows: readonly PlainObject[],
  width: number,
  style: Style,
  form?: Form,
): string[] | undefined {
  const columns = keysOf(rows, form).map((key) => columnOf(key, rows))
  if (columns.length === 0 || !fit(columns, width)) return undefined
  const lineOf = (cellOf: (column: Column) => string) => columns.map((column) => place(cellOf(column), column))
  const header = style.bold(join(lineOf(({ heading }) => heading)))
  return [header, ...rows.map((_, index) => join(lineOf(({ cells }) => cells[index]!)))]
}

/** `maxDepth` gets the heading MAX DEPTH. */
function headingOf(key: string): string {
  return printable(kebab(key).replaceAll('-', ' ').toUpperCase())
}

/** The keys in the order of the output's schema, then as they occur in the rows. */
function keysOf(rows: readonly PlainObject[], form: Form | undefined): string[] {
  const found = new Set(rows.flatMap((row) => Object.keys(row)))
  const known = Object.keys(form?.items?.properties ?? {}).filter((key) => found.has(key))
  return [...new Set([...known, ...found])]
}

function columnOf(key: string, rows: readonly PlainObject[]): Column {
  const values = rows.map((row): PlainData => (Object.hasOwn(row, key) ? row[key]! : null))
  const given = values.filter((value) => value !== null)
  const cells = values.map(shortText)
  const heading = headingOf(key)
  const isNumeric = given.length > 0 && given.every((value) => typeof value === 'number')
  const width = cells.reduce((most, cell) => Math.max(most, displayWidth(cell)), displayWidth(heading))
  return { heading, cells, isNumeric, isNested: given.some(isNested), width }
}

function fit(columns: readonly Column[], width: number): boolean {
  const space = width - GAP.length * (columns.length - 1)
  const floorOf = ({ isNumeric }: Column, natural: number) => (isNumeric ? natural : Math.min(natural, NARROWEST))
  const floors = columns.map((column) => floorOf(column, column.width))
  if (sum(floors) > space) return false
  for (const column of columns) column.width = Math.min(column.width, space)
  for (let excess = sum(columns.map((column) => column.width)) - space; excess > 0; excess--) {
    const yielding = columns.filter((column, index) => column.width > floors[index]!)
    yielding.reduce((first, column) => (givesWayBefore(column, first) ? column : first)).width--
  }
  return true
}

function givesWayBefore(column: Column, other: Column): boolean {
  return column.isNested === other.isNested ? column.width > other.width : column.isNested
}

function place(cell: string, { width, isNumeric }: Column): string {
  const text = cut(cell, width)
  return isNumeric ? padStart(text, width) : padEnd(text, width)
}

function join(cells: readonly string[]): string {
  return cells.join(GAP).trimEnd()
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
