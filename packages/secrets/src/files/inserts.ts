import { secretOriginInFile } from '../names.js'
import { isSecretSetting } from '../settings/setting-values.js'
import type { SecretSpan } from '../span.js'

const INSERT =
  /\binsert\s{1,20}(?:ignore\s{1,20})?into\s{1,20}[\w.`"[\]]{1,120}\s{0,20}\(([^()]{1,2000})\)\s{0,20}values\b/gi
/** A string, number or call of SQL, or punctuation. */
const CELL = /'((?:[^'\\]|''|\\.){0,4096})'|[^\s,'();]{1,200}(?:\([^()]{0,200}\))?|[(),;]/gy
const MOST_CELLS = 100_000

/** Finds the values of columns such as `password` in SQL inserts. */
export function findInInserts(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const { index, 0: head, 1: names } of text.matchAll(INSERT)) {
    const secret = names!.split(',').map((name) => secretOriginInFile(name.replace(/[\s`"[\]]/g, '')) !== undefined)
    if (secret.includes(true)) findInRows(text, index + head.length, secret, spans)
  }
  return spans
}

function findInRows(text: string, from: number, secret: readonly boolean[], spans: SecretSpan[]): void {
  let column = 0
  let at = from
  for (let count = 0; count < MOST_CELLS; count++) {
    while (/\s/.test(text[at] ?? '')) at++
    CELL.lastIndex = at
    const cell = CELL.exec(text)
    if (cell === null || cell[0] === ';' || /^insert$/i.test(cell[0])) return
    if (cell[0] === '(') column = 0
    else if (cell[0] === ',') column++
    else if (cell[1] !== undefined && secret[column] === true && isSecretSetting('password', 'password', cell[1])) {
      spans.push({ start: at + 1, end: at + 1 + cell[1].length, kind: 'password' })
    }
    at = CELL.lastIndex
  }
}
