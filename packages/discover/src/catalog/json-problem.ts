/** What is wrong in a file, and where: lines and columns count from 1, columns in UTF-16 units, as editors do. */
export interface CatalogProblem {
  message: string
  line: number
  column: number
}

/**
 * Finds where a text stops being JSON. `JSON.parse` does not always say, and the protocol's reader is too large for
 * this.
 */
export function jsonProblem(text: string): CatalogProblem {
  const [message, offset] = firstMisfit(text)
  return problemAt(text, offset, message)
}

export function problemAt(text: string, offset: number, message: string): CatalogProblem {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { message, line: before.split('\n').length, column: offset - lineStart + 1 }
}

const SPACE = /[ \t\n\r]*/y
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const WORD = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

/**
 * What may come next: a value, a value or the end of a list, a key, a key or the end of an object, or what follows a
 * value.
 */
type Expected = 'value' | 'item' | 'key' | 'member' | 'more'

function firstMisfit(text: string): [message: string, offset: number] {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let offset = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = offset
    if (!pattern.test(text)) return false
    offset = pattern.lastIndex
    return true
  }
  const takeCharacter = (character: string) => {
    if (text[offset] !== character) return false
    offset++
    return true
  }
  for (;;) {
    take(SPACE)
    const inside = open.at(-1)
    if (offset === text.length && (inside !== undefined || expected !== 'more'))
      return ['the file ends too early', offset]
    if (expected === 'more') {
      if (inside === undefined) return ['expected nothing more', offset]
      const close = inside === '{' ? '}' : ']'
      if (takeCharacter(',')) expected = inside === '{' ? 'key' : 'value'
      else if (takeCharacter(close)) open.pop()
      else return [`expected "," or "${close}"`, offset]
    } else if (expected === 'key' || expected === 'member') {
      if (expected === 'member' && takeCharacter('}')) {
        open.pop()
        expected = 'more'
        continue
      }
      if (!take(STRING)) return ['expected a name in double quotes', offset]
      take(SPACE)
      if (!takeCharacter(':')) return ['expected ":"', offset]
      expected = 'value'
    } else if (expected === 'item' && takeCharacter(']')) {
      open.pop()
      expected = 'more'
    } else if (takeCharacter('{')) {
      open.push('{')
      expected = 'member'
    } else if (takeCharacter('[')) {
      open.push('[')
      expected = 'item'
    } else {
      if (!take(STRING) && !take(WORD)) return ['expected a value', offset]
      expected = 'more'
    }
  }
}
