import { secretOriginInFile } from '../names.js'
import { isSecretSetting } from '../settings/setting-values.js'
import type { SecretSpan } from '../span.js'

const COPY = /^COPY [\w."]{1,120} ?\(([^()]{1,2000})\) FROM stdin;[ \t]{0,8}\r?$/i
const LONGEST_HEAD = 2200

/** Finds the values of columns such as `password` in a PostgreSQL dump. */
export function findCopied(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  if (!/\bFROM stdin;/i.test(text)) return spans
  let secret: boolean[] = []
  let at = 0
  for (const line of text.split('\n')) {
    const names = line.length < LONGEST_HEAD ? COPY.exec(line)?.[1] : undefined
    if (names !== undefined) {
      secret = names.split(',').map((name) => secretOriginInFile(name.replace(/[\s"]/g, '')) !== undefined)
    } else if (line.startsWith('\\.')) secret = []
    else if (secret.includes(true)) findInRow(line, at, secret, spans)
    at += line.length + 1
  }
  return spans
}

function findInRow(line: string, at: number, secret: readonly boolean[], spans: SecretSpan[]): void {
  let start = at
  for (const [index, cell] of line.replace(/\r$/, '').split('\t').entries()) {
    if (secret[index] === true && cell !== '\\N' && isSecretSetting('password', 'password', cell))
      spans.push({ start, end: start + cell.length, kind: 'password' })
    start += cell.length + 1
  }
}
