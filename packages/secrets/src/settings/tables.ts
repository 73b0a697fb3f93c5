import type { SecretSpan } from '../span.js'
import { settingKind } from './setting-names.js'
import { isMade, isSecretSetting } from './setting-values.js'

const LONGEST_HEAD = 2000
const RULE = /^\s*\|?[\s:|-]+\|?\s*$/
const CELL = /^["'`* ]{0,4}([\p{L}\d_ ().#-]{1,60}?)["'`* ]{0,4}$/u

/** Separates columns of fixed width. */
const WIDE = / {2,}/

interface Column {
  index: number
  name: string
  sign: string | RegExp
  cells: number
}

/** Finds the values of columns with telling names: in CSV and TSV with a header, in Markdown anywhere. */
export function findInTables(text: string): SecretSpan[] {
  return findBelow(text, columnsOf(text.slice(0, LONGEST_HEAD).split(/\r?\n/, 1)[0]!, [',', ';', '\t', '|', WIDE]))
}

/** Only tables with a rule below their header, which any file may contain in comments or prose. */
export function findInMarkdown(text: string): SecretSpan[] {
  return text.includes('|') ? findBelow(text, []) : []
}

function findBelow(text: string, first: Column[]): SecretSpan[] {
  const spans: SecretSpan[] = []
  let columns = first
  let previous = ''
  let at = 0
  for (const line of text.split('\n')) {
    if (previous.includes('|') && line.includes('-') && line.length < LONGEST_HEAD && RULE.test(line)) {
      columns = columnsOf(previous, ['|'])
    } else if (columns[0]?.sign === '|' && !line.includes('|')) columns = []
    else if (at > 0 && columns.length > 0) findInRow(line, at, columns, spans)
    previous = line.length < LONGEST_HEAD ? line : ''
    at += line.length + 1
  }
  return spans
}

function columnsOf(line: string, signs: readonly Column['sign'][]): Column[] {
  for (const sign of signs) {
    const cells = line.trimEnd().split(sign)
    if (cells.length < 2) continue
    const names = cells.map((cell) => CELL.exec(cell.trim())?.[1] ?? '')
    if (sign !== '|' && names.includes('')) continue
    const found = names.flatMap((name, index) =>
      name !== '' && settingKind(name) !== undefined ? [{ index, name, sign, cells: cells.length }] : [],
    )
    if (found.length > 0) return found
  }
  return []
}

function findInRow(line: string, at: number, columns: readonly Column[], spans: SecretSpan[]): void {
  const cells = line.trimEnd().split(columns[0]!.sign)
  for (const { index, name, sign, cells: count } of columns) {
    const isLoose = sign === '|' || sign === WIDE
    if (isLoose && cells.length !== count) continue
    const text = (cells[index] ?? '').trim().replace(/^["'`]+|["'`]+$/g, '')
    const kind = settingKind(name)!
    if (text.length > 512 || (isLoose && /\s/.test(text)) || !isSecretSetting(kind, name, text)) continue
    if (isLoose && !isMade(text)) continue
    const start = at + Math.max(0, line.indexOf(text))
    spans.push({ start, end: start + text.length, kind: 'secret' })
  }
}
