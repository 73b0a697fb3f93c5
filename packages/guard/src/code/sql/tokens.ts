/** A token of SQL. */
export type SqlToken =
  | { is: 'word'; text: string }
  /** A string in single quotes, without them. */
  | { is: 'text'; text: string }
  /** A quoted name, without its quotes. */
  | { is: 'name'; text: string }
  | { is: 'number' }
  | { is: 'mark'; text: string }
  | { is: 'end' }
  /** A command for the client. */
  | { is: 'command'; text: string }

/**
 * Only syntax on which all clients agree. Other syntax may begin a string in one and a comment in another: backslashes
 * in strings, `#`, nested comments, dollar quotes, `/*!`. A client may get each line separately.
 */
const SHAPES = {
  comment: /--(?=\s|$)[^\n\r\\]*(?![\r\\])|\/\*(?!M?!)(?:[^*/\\\n]|\*(?!\/)|\/(?!\*))*\*\//y,
  text: /'((?:[^'\\\n]|'')*)'/y,
  name: /"((?:[^"\\\n]|"")*)"/y,
  command: /\.[^\n]*|[ \t]*\\[^\n]*/y,
  blank: /[ \t]+|\n(?!\.)/y,
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y,
  word: /[A-Za-z_]\w*/y,
  mark: /!=|<>|<=|>=|\|\||::|->>|->|@>|[().,*=<>+%|&~^?@]|-(?!-)|\/(?!\*)|\$\d+(?![\w$])|\[(?=\d*\])|(?<=\[\d*)\]/y,
} as const

/**
 * Undefined if clients disagree about the limits of strings. `cutsIn`: the client is known to accept a command of its
 * own even in the middle of a statement.
 */
export function sqlTokens(sql: string, cutsIn = false): SqlToken[] | undefined {
  const text = sql.replaceAll('\r\n', '\n')
  // Names with escapes, and lines that end a statement in some clients.
  if (/\bu&["']|\buescape\b|^[ \t]*(?:go|\/)[ \t]*$/im.test(text)) return undefined
  const tokens: SqlToken[] = []
  let at = 0
  const take = (shape: RegExp) => {
    shape.lastIndex = at
    const found = shape.exec(text)
    at += found?.[0].length ?? 0
    return found
  }
  while (at < text.length) {
    const isStart = at === 0 || text[at - 1] === '\n'
    const isBetween = tokens.length === 0 || tokens.at(-1)!.is === 'end' || tokens.at(-1)!.is === 'command'
    const isClients = isBetween || (cutsIn && text[at] === '\\')
    const command = isStart && isClients ? take(SHAPES.command) : null
    if (command !== null) {
      tokens.push({ is: 'command', text: command[0].trim() })
      continue
    }
    if (isBetween && text[at] === '\n') {
      at++
      continue
    }
    if (take(SHAPES.comment) !== null || take(SHAPES.blank) !== null) continue
    const token = nextToken(take, text[at] === ';')
    if (token === undefined) return undefined
    if (token.is === 'end') at++
    tokens.push(token)
  }
  return tokens
}

function nextToken(take: (shape: RegExp) => RegExpExecArray | null, isEnd: boolean): SqlToken | undefined {
  if (isEnd) return { is: 'end' }
  const text = take(SHAPES.text)
  if (text !== null) return { is: 'text', text: text[1]!.replaceAll("''", "'") }
  const name = take(SHAPES.name)
  if (name !== null) return { is: 'name', text: name[1]!.replaceAll('""', '"') }
  if (take(SHAPES.number) !== null) return { is: 'number' }
  const word = take(SHAPES.word)
  if (word !== null) return { is: 'word', text: word[0] }
  const mark = take(SHAPES.mark)
  return mark === null ? undefined : { is: 'mark', text: mark[0] }
}

/** An unquoted word, in lower case. */
export function wordOf(token: SqlToken | undefined): string | undefined {
  return token?.is === 'word' ? token.text.toLowerCase() : undefined
}

export function isMark(token: SqlToken | undefined, text: string): boolean {
  return token?.is === 'mark' && token.text === text
}
