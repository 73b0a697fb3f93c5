import type { HereDoc } from 'unbash'

/** A delimiter that is not followed by a blank, an operator or the end may have more parts. */
const OPERATOR = /(?<![<\d])<<[ \t]*(?:'([\w.-]+)'|"([\w.-]+)"|([A-Za-z_][\w.-]*))(?=[ \t;|&>]|$)/

/**
 * The here-document that starts in the first line, if it ends with the text and nothing in it is expanded. It counts
 * only if a command takes it at that position: in quotes, `<<` is literal.
 */
export function hereDocumentIn(text: string): HereDoc | undefined {
  const start = text.indexOf('\n') + 1
  const found = OPERATOR.exec(text.slice(0, Math.max(start - 1, 0)))
  if (found === null) return undefined
  const [whole, single, double, bare] = found
  const value = (single ?? double ?? bare)!
  const close = closeOf(text, start, value)
  if (close === undefined) return undefined
  const body = text.slice(start, close)
  const quoted = bare === undefined
  if (!quoted && /[$`\\]/.test(body)) return undefined
  const { index: pos } = found
  const end = pos + whole.length
  const delimiterPos = end - value.length - (quoted ? 2 : 0)
  return {
    type: 'HereDoc',
    pos,
    end,
    operator: '<<',
    descriptor: undefined,
    delimiter: { type: 'HereDocDelimiter', pos: delimiterPos, end, text: text.slice(delimiterPos, end), value, quoted },
    body: { type: 'HereDocBody', pos: start, end: close, text: body, parts: undefined },
    closing: { pos: close, end: close + value.length },
  }
}

/** The start of the first line that is this word, if only empty lines follow it. */
function closeOf(text: string, start: number, word: string): number | undefined {
  for (let at = text.indexOf(word, start); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    if (text[at - 1] !== '\n' || (end < text.length && text[end] !== '\n')) continue
    return /^\n*$/.test(text.slice(end)) ? at : undefined
  }
  return undefined
}
