export interface JsonFault {
  offset: number
  message: string
}

const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y
const DEEPEST = 32

/** Parses JSON strictly: a duplicate key is an error, because parsers disagree about it. */
export function readStrictJson(text: string): { value: unknown } | { fault: JsonFault } {
  const fault = faultIn(text)
  return fault === undefined ? { value: JSON.parse(text) as unknown } : { fault }
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'the end'

function faultIn(text: string): JsonFault | undefined {
  const open: { keys: Set<string> | undefined }[] = []
  let expected: Expected = 'value'
  TOKEN.lastIndex = 0
  for (;;) {
    const start = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (match === null) {
      const offset = start + /^[ \t\r\n]*/.exec(text.slice(start))![0].length
      if (offset === text.length && expected === 'the end') return undefined
      return { offset, message: `expected ${wordsFor(expected, open.at(-1))}, found ${shown(text, offset)}` }
    }
    const [, mark, string] = match
    const offset = TOKEN.lastIndex - (mark ?? string ?? match[3]!).length
    const wrong = { offset, message: `expected ${wordsFor(expected, open.at(-1))}, found ${shown(text, offset)}` }
    const top = open.at(-1)
    if (expected === 'the end') return wrong
    if (expected === ':') {
      if (mark !== ':') return wrong
      expected = 'value'
    } else if (expected === 'key' || expected === 'key or }') {
      if (string !== undefined) {
        const key = JSON.parse(string) as string
        if (top!.keys!.has(key)) return { offset, message: `the key ${string} occurs twice; keep one of them` }
        top!.keys!.add(key)
        expected = ':'
      } else if (expected === 'key or }' && mark === '}') expected = closed(open)
      else return wrong
    } else if (expected === ', or end') {
      if (mark === ',') expected = top!.keys === undefined ? 'value' : 'key'
      else if (mark === (top!.keys === undefined ? ']' : '}')) expected = closed(open)
      else return wrong
    } else if (mark === '{' || mark === '[') {
      if (open.length === DEEPEST) return { offset, message: `nested deeper than ${DEEPEST} levels` }
      open.push({ keys: mark === '{' ? new Set() : undefined })
      expected = mark === '{' ? 'key or }' : 'value or ]'
    } else if (expected === 'value or ]' && mark === ']') expected = closed(open)
    else if (mark !== undefined) return wrong
    else expected = open.length === 0 ? 'the end' : ', or end'
  }
}

function closed(open: unknown[]): Expected {
  open.pop()
  return open.length === 0 ? 'the end' : ', or end'
}

function wordsFor(expected: Expected, top: { keys: Set<string> | undefined } | undefined): string {
  if (expected === ', or end') return top?.keys === undefined ? '"," or "]"' : '"," or "}"'
  if (expected === 'value or ]') return 'a value or "]"'
  if (expected === 'key or }') return 'a key in double quotes or "}"'
  if (expected === 'key') return 'a key in double quotes'
  return expected === ':' ? '":"' : expected === 'value' ? 'a value' : 'the end of the file'
}

function shown(text: string, offset: number): string {
  return offset >= text.length ? 'the end of the file' : JSON.stringify(text.slice(offset, offset + 12))
}
