/**
 * About how many tokens a text is to a model. Counted against OpenAI's o200k_base: within 10 % for compiled tools and
 * what this package renders, within 25 % for short or foreign texts. Other vocabularies differ by as much again.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [piece, word, digits] of text.matchAll(PIECES)) {
    if (word !== undefined) tokens += word.length <= COMMON_WORD ? 1 : 1 + (word.length - COMMON_WORD) / 6
    else if (digits !== undefined) tokens += Math.ceil(digits.length / 3)
    else tokens += costOf(piece)
  }
  return Math.ceil(tokens)
}

/** Words up to this length mostly are one token. */
const COMMON_WORD = 8

/** A space before a word belongs to it; lines and what indents them are one piece. */
const PIECES = /([A-Za-z]+)|(\d+)|\n\s*| {2,}|[!-/:-@[-`{-~]+|[^\x00-\x7f]/g

/** Space, punctuation, or one unit of UTF-16: Latin letters, other alphabets, Chinese and its kin, the rest. */
function costOf(piece: string): number {
  const unit = piece.charCodeAt(0)
  if (unit <= 0x20) return 1
  if (unit < 0x80) return Math.ceil(piece.length / 3)
  if (unit < 0x250) return 0.7
  if (unit < 0x2000) return 0.33
  return unit >= 0x3000 && unit < 0xd800 ? 0.75 : 1.5
}
