import type { SecretSpan } from './span.js'

/** PEM, OpenPGP and PuTTY keys. A quoted first line is source code, not a key. */
const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?!["'`])|^Private-Lines: \d{1,4}\r?$/gm
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|^Private-MAC:/gm

/** If the end of a key is missing, the rest of the text is taken as the key. */
export function findPrivateKeys(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  if (!text.includes('PRIVATE KEY') && !text.includes('Private-Lines')) return spans
  KEY_BEGIN.lastIndex = 0
  for (let begin = KEY_BEGIN.exec(text); begin !== null; begin = KEY_BEGIN.exec(text)) {
    KEY_END.lastIndex = KEY_BEGIN.lastIndex
    const end = KEY_END.test(text) ? KEY_END.lastIndex : text.length
    spans.push({ start: begin.index, end, kind: 'private-key' })
    KEY_BEGIN.lastIndex = end
  }
  return spans
}
