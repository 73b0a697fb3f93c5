/** A token of a jq filter. String interpolations, `\( )`, are tokenised too. */
export interface JqToken {
  /** `key`: a name in an object, such as `{env}`, which is not a function. */
  is: 'word' | 'field' | 'key' | 'text' | 'mark'
  text: string
}

const BLANK = /\s+|#[^\n]*/y
const FIELD = /\.[A-Za-z_]\w*/y
const WORD = /[$@]?[A-Za-z_]\w*(?:::\w+)*/y
const NUMBER = /\d[\w.]*/y

/** Undefined if a string has no end, or if versions of jq disagree: blanks after `$`, continued comments. */
export function jqTokens(filter: string): JqToken[] | undefined {
  const tokens: JqToken[] = []
  /** Open brackets, and `"` for a string with an open interpolation. */
  const open: string[] = []
  let at = 0
  const take = (shape: RegExp) => {
    shape.lastIndex = at
    const found = shape.exec(filter)?.[0]
    at += found?.length ?? 0
    return found
  }
  /** Continues in a string, up to its end or to an interpolation. */
  const readText = (start: number): boolean => {
    for (; at < filter.length; at++) {
      const character = filter[at]
      if (character === '"') {
        tokens.push({ is: 'text', text: filter.slice(start, at++) })
        return true
      }
      if (character !== '\\') continue
      at++
      if (filter[at] !== '(') continue
      tokens.push({ is: 'text', text: filter.slice(start, at - 1) }, { is: 'mark', text: '(' })
      at++
      open.push('"')
      return true
    }
    return false
  }
  while (at < filter.length) {
    const blank = take(BLANK)
    if (blank !== undefined) {
      if (/^#.*[\\\r]/s.test(blank)) return undefined
      continue
    }
    const character = filter[at]!
    if (character === '"') {
      at++
      if (!readText(at)) return undefined
      continue
    }
    // After another dot it is not a field: `..env`.
    const field = tokens.at(-1)?.text === '.' ? undefined : take(FIELD)
    const word = field === undefined ? take(WORD) : undefined
    if (field !== undefined) tokens.push({ is: 'field', text: field.slice(1) })
    else if (word !== undefined) {
      const isKey =
        open.at(-1) === '{' && /^[{,]$/.test(tokens.at(-1)?.text ?? '') && /^\s*[:,}]/.test(filter.slice(at, at + 40))
      tokens.push({ is: isKey && !word.startsWith('$') ? 'key' : 'word', text: word })
    } else if (take(NUMBER) === undefined) {
      if (character === '$') return undefined
      at++
      if (character === ')' && open.at(-1) === '"') {
        open.pop()
        tokens.push({ is: 'mark', text: ')' })
        if (!readText(at)) return undefined
        continue
      }
      if (/[([{]/.test(character)) open.push(character)
      else if (/[)\]}]/.test(character)) open.pop()
      tokens.push({ is: 'mark', text: character })
    }
  }
  return open.length > 0 ? undefined : tokens
}
