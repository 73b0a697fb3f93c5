/** Reads a list of words as authors write it: `a, b or c`, `"a" | "b"`, `'a', 'b' and 'c'`. */

const WORD = /^[\p{L}\p{N}_.+:@%/*?!#=~-]{1,40}$/u

/** The words of a list; empty if one of its parts is not a word. */
export function wordsOfList(text: string): string[] {
  const words: string[] = []
  for (const part of partsOf(text)) {
    const word = bareWord(part)
    if (word === '') continue
    if (!WORD.test(word) || /^\.+$/.test(word)) return []
    if (!words.includes(word)) words.push(word)
  }
  return words
}

function partsOf(text: string): string[] {
  const separator = text.includes('|') ? '|' : text.includes(',') ? ',' : text.includes('/') ? '/' : '\n'
  return text
    .slice(0, 2000)
    .split(separator)
    .flatMap((part) => part.split(/ (?:or|and|oder|ou|und|et) |^ ?(?:or|and) |(?<=["'`])\/(?=["'`])/))
}

/** Without quotes, and without a remark in brackets: `"warning" (default)`. */
export function bareWord(part: string): string {
  const trimmed = part
    .trim()
    .replace(/\s*[([][^()[\]]*[)\]]$/, '')
    .replace(/\s*=\s.*$/, '')
    .trim()
  return trimmed.replace(/^["'`‘’“”]+|["'`‘’“”]+$/gu, '').trim()
}
