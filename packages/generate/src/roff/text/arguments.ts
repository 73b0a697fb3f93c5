/** Splits the words after a macro: blanks separate them, quotes hold them together, and `""` in quotes is a quote. */

const MOST = 400

export function argumentsIn(text: string): string[] {
  const words: string[] = []
  let at = 0
  while (words.length < MOST) {
    while (text[at] === ' ' || text[at] === '\t') at++
    if (at >= text.length) return words
    const read = text[at] === '"' ? quoted(text, at + 1) : bare(text, at)
    words.push(read.word)
    at = read.end
  }
  return words
}

function quoted(text: string, start: number): { word: string; end: number } {
  let word = ''
  let at = start
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return { word: word + text.slice(at), end: text.length }
    word += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { word, end: quote + 1 }
    word += '"'
    at = quote + 2
  }
}

function bare(text: string, start: number): { word: string; end: number } {
  let at = start
  while (at < text.length && text[at] !== ' ' && text[at] !== '\t') at += text[at] === '\\' ? 2 : 1
  const end = Math.min(at, text.length)
  return { word: text.slice(start, end), end }
}
