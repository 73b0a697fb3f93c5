/** A command string from a pattern, an example or `checkCommand`, read without a shell (decision 38). */
export type Tokens =
  | { ok: true; words: string[] }
  /** `shell-syntax`: the text has a meaning only to a shell, so no argv can represent it. */
  | { ok: false; reason: 'unclosed-quote' | 'shell-syntax'; offset: number; message: string }

const SHELL_ONLY = new Set(['|', '&', ';', '<', '>', '(', ')', '`', '$', '\n'])

/** Splits by spaces, honouring quotes and backslashes as a POSIX shell does, and expanding nothing. */
export function tokenise(text: string): Tokens {
  const words: string[] = []
  let word: string | undefined
  let index = 0
  while (index < text.length) {
    const character = text[index]!
    if (character === ' ' || character === '\t') {
      if (word !== undefined) words.push(word)
      word = undefined
      index++
    } else if (character === "'") {
      const end = text.indexOf("'", index + 1)
      if (end === -1) return unclosed(index)
      word = (word ?? '') + text.slice(index + 1, end)
      index = end + 1
    } else if (character === '"') {
      const quoted = readDoubleQuoted(text, index)
      if (!('end' in quoted)) return quoted
      word = (word ?? '') + quoted.text
      index = quoted.end
    } else if (character === '\\') {
      if (index + 1 === text.length) return unclosed(index)
      word = (word ?? '') + text[index + 1]!
      index += 2
    } else if (SHELL_ONLY.has(character) || (character === '#' && word === undefined)) {
      return shellOnly(index, character)
    } else {
      word = (word ?? '') + character
      index++
    }
  }
  if (word !== undefined) words.push(word)
  return { ok: true, words }
}

function readDoubleQuoted(text: string, start: number): { text: string; end: number } | Extract<Tokens, { ok: false }> {
  let result = ''
  for (let index = start + 1; index < text.length; index++) {
    const character = text[index]!
    if (character === '"') return { text: result, end: index + 1 }
    if (character === '$' || character === '`') return shellOnly(index, character)
    const next = text[index + 1]
    if (character === '\\' && next !== undefined && '"\\$`'.includes(next)) {
      result += next
      index++
    } else result += character
  }
  return unclosed(start)
}

function unclosed(offset: number): Extract<Tokens, { ok: false }> {
  return { ok: false, reason: 'unclosed-quote', offset, message: `a quote or backslash at ${offset} is never closed` }
}

function shellOnly(offset: number, character: string): Extract<Tokens, { ok: false }> {
  const message = `${JSON.stringify(character)} at ${offset} needs a shell; quote it if it is meant literally`
  return { ok: false, reason: 'shell-syntax', offset, message }
}
