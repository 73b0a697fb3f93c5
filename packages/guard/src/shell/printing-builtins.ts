import { PIPE } from './descriptors.js'
import { joinParts, joinWords, knownText, literal, textOf, type Word } from './word.js'

/** The output of printing builtins. Undefined for other commands, and if the output is unknown. */
export function printedByBuiltin([program, ...words]: readonly Word[], cwd: string | undefined): Word | undefined {
  switch (program === undefined ? '' : textOf(program)) {
    case 'echo':
      return echoOf(words)
    case 'printf':
      return printfOf(words)
    case 'pwd':
      return cwd === undefined || words.length > 0 ? undefined : literal(`${cwd}\n`)
    case 'true':
    case ':':
    case 'cd':
      return []
    default:
      return undefined
  }
}

/** Whether it decodes escapes that only some shells and programs support. */
export function decodes([program, ...words]: readonly Word[]): boolean {
  const isFormat = knownText(program ?? []) === 'printf'
  if (!isFormat && knownText(program ?? []) !== 'echo') return false
  const format = words.map(knownText).find((word) => word !== '--') ?? ''
  const texts = isFormat && !format.includes('%b') ? [format] : words.map(knownText)
  return texts.some((text) => /\\[xuUeE'"]/.test(text))
}

/** Shells do not agree whether a plain echo reads escapes, so with escapes the output is unknown. */
function echoOf(words: readonly Word[]): Word | undefined {
  const flags = words.findIndex((word) => !/^-[neE]+$/.test(textOf(word) ?? ''))
  const options = (flags === -1 ? words : words.slice(0, flags)).map(knownText).join('')
  const text = joinWords(words.slice(flags === -1 ? words.length : flags), ' ')
  const end = literal(options.includes('n') ? '' : '\n')
  // The path of a process substitution has a number that is unknown here.
  if (knownText(text).includes(PIPE)) return undefined
  if (!knownText(text).includes('\\')) return joinParts(text, end)
  if (!options.includes('e') || options.includes('E')) return undefined
  const written = unescapedWord(text, 'echo')
  return written === undefined ? undefined : joinParts(written, end)
}

function unescapedWord(word: Word, by: EscapeReader): Word | undefined {
  const pieces = word.map((part) => {
    if (typeof part !== 'string') return [part]
    const text = unescaped(part, by)
    return text === undefined ? undefined : literal(text)
  })
  return pieces.includes(undefined) ? undefined : joinParts(...(pieces as Word[]))
}

/** The output of `printf` with `%s`, `%b` and `%%`; other formats are not evaluated. */
export function printfOf(all: readonly Word[]): Word | undefined {
  const [first, ...words] = textOf(all[0] ?? []) === '--' ? all.slice(1) : all
  const format = first === undefined ? undefined : textOf(first)
  if (format === undefined || format.startsWith('-')) return undefined
  const holes = format.match(/%(?:[sb%]|.|$)/gs) ?? []
  if (holes.some((hole) => hole !== '%s' && hole !== '%%' && hole !== '%b')) return undefined
  const pieces = format.split(/%[sb%]/).map((piece) => unescaped(piece, 'format'))
  if (pieces.includes(undefined)) return undefined
  const perRound = holes.filter((hole) => hole !== '%%').length
  const rounds = perRound === 0 ? 1 : Math.max(1, Math.ceil(words.length / perRound))
  if (rounds * format.length > LONGEST) return undefined
  const printed: Word[] = []
  let next = 0
  for (let round = 0; round < rounds; round++) {
    for (const [index, piece] of (pieces as string[]).entries()) {
      printed.push(literal(piece))
      const hole = holes[index]
      if (hole === undefined) continue
      const word = hole === '%%' ? literal('%') : (words[next++] ?? [])
      const written = hole === '%b' ? unescapedWord(word, '%b') : word
      if (written === undefined) return undefined
      printed.push(written)
    }
  }
  const text = joinParts(...printed)
  return knownText(text).includes(PIPE) ? undefined : text
}

const LONGEST = 1_000_000

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  v: '\v',
  '"': '"',
  "'": "'",
}

/** What reads the escapes: the octal forms differ, and only formats have escaped quotes. */
type EscapeReader = 'format' | '%b' | 'echo'

const OCTAL: Readonly<Record<EscapeReader, RegExp>> = {
  format: /^[0-7]{1,3}/,
  '%b': /^(?:0[0-7]{0,3}|[1-7][0-7]{0,2})/,
  echo: /^0[0-7]{0,3}/,
}

/** Undefined if shells read an escape differently, or if it ends the text. */
function unescaped(text: string, by: EscapeReader): string | undefined {
  let isClear = true
  const written = text.replace(
    /\\(x[0-9a-fA-F]{1,2}|[0-7]{1,4}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|.|$)/gs,
    (whole, escape: string) => {
      const [octal] = OCTAL[by].exec(escape) ?? []
      if (octal !== undefined) return byteOf(Number.parseInt(octal, 8)) + escape.slice(octal.length)
      if (/^x./.test(escape)) return byteOf(Number.parseInt(escape.slice(1), 16))
      if (/^[uU]./.test(escape)) return characterOf(Number.parseInt(escape.slice(1), 16))
      if (Object.hasOwn(ESCAPES, escape) && (by === 'format' || !/["']/.test(escape))) return ESCAPES[escape]!
      isClear = false
      return whole
    },
  )
  return isClear ? written : undefined

  /** Several bytes may be one character. */
  function byteOf(code: number): string {
    isClear &&= code < 0x80
    return String.fromCodePoint(code)
  }
}

function characterOf(code: number): string {
  const character = code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code)
  return character.isWellFormed() ? character : '\ufffd'
}
