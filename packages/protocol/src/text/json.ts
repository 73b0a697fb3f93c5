import type { JsonValue } from '../types/tool.js'

/**
 * A JSON reader that, unlike `JSON.parse`, says what is wrong and where, sees duplicate keys, and can tell
 * where in the text a value is. It uses no recursion and no backtracking, so its time is linear and
 * hostile nesting costs nothing. Undefined if the text is not JSON.
 */
export function readJson(text: string, options: JsonOptions = {}): JsonValue | undefined {
  return new Reader(text, options).read()
}

export interface JsonOptions {
  /** Objects and arrays inside each other; deeper text is refused. */
  maxDepth?: number
  /** Values whose place in the text is wanted; the reader fills in their offsets. */
  wanted?: TextPlace
  /** Called for each problem when it is found: a hostile text can have millions, so they are not collected here. */
  report?: (problem: JsonProblem) => void
}

export const DEFAULT_MAX_DEPTH = 256

export interface JsonProblem {
  rule: 'json-syntax' | 'json-duplicate-key' | 'json-too-deep' | 'json-bom' | 'json-lone-surrogate'
  offset: number
  message: string
}

/** A tree of places in a document, by key, with the offsets of key and value once found. */
export interface TextPlace {
  keyOffset?: number
  keyEnd?: number
  offset?: number
  end?: number
  children?: Map<string, TextPlace>
}

interface Frame {
  container: Record<string, JsonValue> | JsonValue[]
  key: string
  place: TextPlace | undefined
}

class JsonSyntaxError extends Error {
  readonly problem: JsonProblem
  constructor(problem: JsonProblem) {
    super(problem.message)
    this.problem = problem
  }
}

const LONE_SURROGATE = 'there is half of a surrogate pair here; no program can receive it as UTF-8, so remove it'
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const QUOTE = 0x22
const BACKSLASH = 0x5c

class Reader {
  private offset = 0
  private readonly maxDepth: number
  private readonly text: string
  private readonly wanted: TextPlace | undefined
  private readonly report: (problem: JsonProblem) => void

  constructor(text: string, { maxDepth = DEFAULT_MAX_DEPTH, wanted, report = () => {} }: JsonOptions) {
    this.text = text
    this.maxDepth = maxDepth
    this.wanted = wanted
    this.report = report
  }

  read(): JsonValue | undefined {
    if (this.text.charCodeAt(0) === 0xfeff) {
      this.offset = 1
      const message = 'the text starts with a byte order mark; JSON is UTF-8 without one, so remove it'
      this.report({ rule: 'json-bom', offset: 0, message })
    }
    if (!this.text.isWellFormed()) {
      const offset = this.text.search(/\p{Cs}/u)
      this.report({ rule: 'json-lone-surrogate', offset, message: LONE_SURROGATE })
    }
    try {
      return this.readDocument()
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error
      this.report(error.problem)
      return undefined
    }
  }

  private readDocument(): JsonValue {
    const frames: Frame[] = []
    let place = this.wanted
    for (;;) {
      this.skipSpace()
      if (place !== undefined) place.offset = this.offset
      let value = this.readScalarOrOpen(frames, place)
      if (value === undefined) {
        // An object or array was opened and is not empty: its first value comes next.
        const frame = frames[frames.length - 1]!
        place = this.enter(frame)
        continue
      }
      if (place !== undefined) place.end = this.offset
      // A value is complete: store it, and close every container that ends here.
      for (;;) {
        const frame = frames[frames.length - 1]
        if (frame === undefined) {
          this.expectEnd()
          return value
        }
        store(frame, value)
        this.skipSpace()
        const character = this.text[this.offset]
        if (character === ',') {
          this.offset++
          place = this.enter(frame)
          break
        }
        const closing = Array.isArray(frame.container) ? ']' : '}'
        if (character !== closing) this.fail(`expected "," or "${closing}"`)
        this.offset++
        if (frame.place !== undefined) frame.place.end = this.offset
        frames.pop()
        value = frame.container
      }
    }
  }

  /** Returns a finished value, or undefined after opening a container that has something in it. */
  private readScalarOrOpen(frames: Frame[], place: TextPlace | undefined): JsonValue | undefined {
    const character = this.text[this.offset]
    if (character === '{' || character === '[') {
      if (frames.length >= this.maxDepth) {
        const message = `nested deeper than ${this.maxDepth} levels; flatten the document or raise maxDepth`
        throw new JsonSyntaxError({ rule: 'json-too-deep', offset: this.offset, message })
      }
      this.offset++
      const container = character === '{' ? {} : []
      this.skipSpace()
      if (this.text[this.offset] === (character === '{' ? '}' : ']')) {
        this.offset++
        return container
      }
      frames.push({ container, key: '', place })
      return undefined
    }
    if (character === '"') return this.readString()
    if (character === 't') return this.readWord('true', true)
    if (character === 'f') return this.readWord('false', false)
    if (character === 'n') return this.readWord('null', null)
    return this.readNumber()
  }

  /** Reads the key of an object's next member and says which place its value has. */
  private enter(frame: Frame): TextPlace | undefined {
    if (Array.isArray(frame.container)) {
      return frame.place?.children?.get(String(frame.container.length))
    }
    this.skipSpace()
    const keyOffset = this.offset
    if (this.text[keyOffset] !== '"') this.fail('expected a property name in double quotes')
    frame.key = this.readString()
    const keyEnd = this.offset
    if (Object.hasOwn(frame.container, frame.key)) {
      const message = `the key ${JSON.stringify(frame.key)} appears twice in one object; keep one of them`
      this.report({ rule: 'json-duplicate-key', offset: keyOffset, message })
    }
    this.skipSpace()
    if (this.text[this.offset] !== ':') this.fail('expected ":" after the property name')
    this.offset++
    const place = frame.place?.children?.get(frame.key)
    if (place !== undefined) Object.assign(place, { keyOffset, keyEnd })
    return place
  }

  private readString(): string {
    const start = this.offset
    let escaped = false
    for (let index = start + 1; index < this.text.length; index++) {
      const code = this.text.charCodeAt(index)
      if (code === QUOTE) {
        this.offset = index + 1
        if (!escaped) return this.text.slice(start + 1, index)
        return this.unescape(start, index + 1)
      }
      if (code === BACKSLASH) {
        escaped = true
        index++
      } else if (code < 0x20) {
        this.offset = index
        this.fail('there is a control character in a string; write it as an escape such as \\n')
      }
    }
    this.offset = start
    return this.fail('this string is never closed; the text may be cut off')
  }

  private unescape(start: number, end: number): string {
    try {
      const string = JSON.parse(this.text.slice(start, end)) as string
      if (!string.isWellFormed()) this.report({ rule: 'json-lone-surrogate', offset: start, message: LONE_SURROGATE })
      return string
    } catch {
      this.offset = start
      return this.fail('a backslash in this string starts no known escape')
    }
  }

  private readWord<T extends JsonValue>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.offset)) this.fail('expected a value')
    this.offset += word.length
    return value
  }

  private readNumber(): number {
    NUMBER.lastIndex = this.offset
    const match = NUMBER.exec(this.text)
    if (match === null) return this.fail('expected a value')
    this.offset += match[0].length
    return Number(match[0])
  }

  private expectEnd(): void {
    this.skipSpace()
    if (this.offset < this.text.length) this.fail('expected the end of the text after the document')
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.offset)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.offset++
    }
  }

  private fail(expectation: string): never {
    const { offset, text } = this
    if (text.trim() === '') {
      const message = 'the text is empty; a description is a JSON object'
      throw new JsonSyntaxError({ rule: 'json-syntax', offset: 0, message })
    }
    const found = offset >= text.length ? 'the end of the text' : JSON.stringify(text.slice(offset, offset + 12))
    throw new JsonSyntaxError({ rule: 'json-syntax', offset, message: `${expectation}, found ${found}` })
  }
}

function store(frame: Frame, value: JsonValue): void {
  const { container, key } = frame
  if (Array.isArray(container)) container.push(value)
  else if (key === '__proto__') Object.defineProperty(container, key, { value, ...PLAIN_PROPERTY })
  else container[key] = value
}

const PLAIN_PROPERTY = { writable: true, enumerable: true, configurable: true }
