/** Code with its texts taken out, so that what is left can be searched for names. */
export interface Scanned {
  /** The code; each text stands as its number in quotes: `open("0")`. Code inside of texts stands beside it. */
  skeleton: string
  texts: string[]
}

export interface Notation {
  /** What begins a text, with its prefix as the first group and its quote as the second. */
  opening: RegExp
  comment: RegExp
  /** What begins code inside of a text, for texts with this prefix and quote. */
  hole: (prefix: string, quote: string) => Hole | undefined
  /** A slash begins a pattern behind this. */
  beforePattern?: RegExp
  /** Behind this it certainly divides. */
  beforeDivision?: RegExp
}

type Hole = '{' | '${' | '#{'

/** Undefined where it cannot be told what is text and what is code. */
export function scan(code: string, notation: Notation): Scanned | undefined {
  // Other ends of lines, comments of HTML and a coding that is named change where comments end.
  if (/[\r\f\v\0\u2028\u2029]|<!--|-->|#[^#\n]*coding[:=]/.test(code)) return undefined
  const texts: string[] = []
  const skeleton = skeletonOf(code, notation, texts)
  // Letters of other alphabets may be read as ours.
  return skeleton === undefined || /[^\n\t -~]/.test(skeleton) ? undefined : { skeleton: withoutRuns(skeleton), texts }
}

/** One space for many: patterns that pass over spaces would otherwise take far longer than the code is long. */
function withoutRuns(skeleton: string): string {
  return skeleton.replace(/\s+/g, (run) => (run.includes('\n') ? '\n' : ' '))
}

function skeletonOf(code: string, notation: Notation, texts: string[]): string | undefined {
  let skeleton = ''
  let at = 0
  while (at < code.length) {
    const comment = matchAt(notation.comment, code, at)
    if (comment !== undefined) {
      skeleton += ' '
      at += comment[0].length
      continue
    }
    const opening = matchAt(notation.opening, code, at)
    if (opening !== undefined) {
      const [whole, prefix = '', quote = ''] = opening
      const start = at + whole.length
      const end = endOfText(code, start, quote)
      if (end === -1) return undefined
      const text = code.slice(start, end)
      const holes = holesIn(text, notation.hole(prefix.toLowerCase(), quote), notation, texts)
      if (holes === undefined) return undefined
      skeleton += `"${texts.push(text) - 1}"${holes}`
      at = end + quote.length
      continue
    }
    if (notation.beforePattern !== undefined && code[at] === '/') {
      const end = notation.beforePattern.test(skeleton) ? endOfPattern(code, at) : undefined
      // Were it a pattern after all, a quote or a comment in it would turn text into code, and code into text.
      const isSure = end !== undefined || notation.beforeDivision?.test(skeleton) === true
      if (!isSure && /["'`/]/.test(code.slice(at + 1))) return undefined
      skeleton += end === undefined ? '/' : '0'
      at = end ?? at + 1
      continue
    }
    skeleton += code[at]
    at++
  }
  return skeleton
}

/** The code inside of a text, as more skeleton; undefined if it cannot be told where it ends. */
function holesIn(text: string, hole: Hole | undefined, notation: Notation, texts: string[]): string | undefined {
  if (hole === undefined) return ''
  let code = ''
  let at = 0
  while (at < text.length) {
    if (text[at] === '\\' && hole !== '{') at += 2
    else if (hole === '{' && (text.startsWith('{{', at) || text.startsWith('}}', at))) at += 2
    else if (text.startsWith(hole, at)) {
      const start = at + hole.length
      const inside = /^[^{}`\\]*/.exec(text.slice(start))![0]
      if (text[start + inside.length] !== '}') return undefined
      if (!isWhole(inside, text.slice(start), hole)) return undefined
      const skeleton = skeletonOf(hole === '{' ? inside.replace(FORMAT, '') : inside, notation, texts)
      if (skeleton === undefined) return undefined
      code += `(${skeleton})`
      at = start + inside.length + 1
    } else at++
  }
  return code
}

/** Whether code in a text ends where its brace seems to: not if that stands in a comment or in a pattern. */
function isWhole(inside: string, rest: string, hole: Hole): boolean {
  if (hole !== '{') return !inside.includes('/') || rest.indexOf('/') === rest.lastIndexOf('/')
  const code = inside.replace(FORMAT, '')
  return !code.includes('#') && code.split(/[([]/).length === code.split(/[)\]]/).length
}

/** How a value is laid out: `!r`, `:>10.2f`, `=`. */
const FORMAT = /=?(?:![rsa])?(?::[\w<>=^+\-#,.%* ]*)?$/

function endOfText(code: string, start: number, quote: string): number {
  for (let at = start; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code.startsWith(quote, at)) return at
    else if (code[at] === '\n' && quote.length === 1 && quote !== '`') return -1
  }
  return -1
}

/** Behind a pattern and its flags. */
function endOfPattern(code: string, start: number): number | undefined {
  let isClass = false
  for (let at = start + 1; at < code.length && code[at] !== '\n'; at++) {
    const character = code[at]
    if (character === '\\') at++
    else if (character === '[') isClass = true
    else if (character === ']') isClass = false
    else if (character === '/' && !isClass) return at + 1 + /^[a-z]*/.exec(code.slice(at + 1))![0].length
  }
  return undefined
}

function matchAt(pattern: RegExp, code: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(code) ?? undefined
}

/** What a name is preceded by and followed by, without spaces. */
export interface Name {
  name: string
  before: string
  after: string
}

/** All names in a skeleton. */
export function namesIn(skeleton: string): Name[] {
  const pieces = skeleton.match(/[A-Za-z_$][\w$]*|\d\w*(?:\.\d\w*)*|\.{3}|\?\.|\S/g) ?? []
  return pieces.flatMap((name, index) =>
    /^[A-Za-z_$]/.test(name) ? [{ name, before: pieces[index - 1] ?? '', after: pieces[index + 1] ?? '' }] : [],
  )
}
