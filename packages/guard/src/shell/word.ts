/** A word of a shell line, as far as its text is known before the line runs. Adjacent texts are one part. */
export type Word = readonly ShellPart[]
export type ShellPart = string | GlobPart | Unknown

/** Unquoted wildcards: the words they expand to depend on the existing files. */
export interface GlobPart {
  readonly pattern: string
}

/** Text that is known only when the line runs. */
export interface Unknown {
  readonly shape: Shape
  readonly from: ReadonlySet<TextOrigin>
}

/**
 * What unknown text may turn out to be.
 * - `plain`: a number, a revision, a name or a path: one word, no option, no code.
 * - `operand`: one word that is no option, such as the name of a file or of a user.
 * - `word`: anything, but certainly within one word, as `"$(…)"` is.
 * - `words`: any number of words, options among them.
 */
export const SHAPES = ['plain', 'operand', 'word', 'words'] as const
export type Shape = (typeof SHAPES)[number]

/**
 * The origin of unknown text. `secret` is text from a place that may hold secrets; together with `variable`, a variable
 * whose name suggests one. `temporary` is a folder that the line made, `names` are file names, with `hidden` including
 * hidden ones.
 */
export const ORIGINS = ['variable', 'program', 'temporary', 'names', 'hidden', 'network', 'decoded', 'secret'] as const
export type TextOrigin = (typeof ORIGINS)[number]

const ALL_ORIGINS = (1 << ORIGINS.length) - 1

const interned = new Map<number, Unknown>()

export function unknown(shape: Shape, ...from: readonly TextOrigin[]): Unknown {
  return unknownOf(SHAPES.indexOf(shape), maskOf(from))
}

/** Equal unknowns are the same object, so that words can be compared. */
function unknownOf(shape: number, mask: number): Unknown {
  const number = numberOf(shape, mask)
  const known = interned.get(number)
  if (known !== undefined) return known
  const made = { shape: SHAPES[shape]!, from: new Set(ORIGINS.filter((_, index) => (mask & (1 << index)) !== 0)) }
  interned.set(number, made)
  return made
}

function maskOf(from: Iterable<TextOrigin>): number {
  let mask = 0
  for (const origin of from) mask |= 1 << ORIGINS.indexOf(origin)
  // The encoding reserves the mask of all origins. Text with all of them is no temporary folder of the line.
  return mask === ALL_ORIGINS ? mask & ~(1 << ORIGINS.indexOf('temporary')) : mask
}

function numberOf(shape: number, mask: number): number {
  return (shape << ORIGINS.length) | mask
}

export const EMPTY: Word = []

export function isUnknown(part: ShellPart): part is Unknown {
  return typeof part === 'object' && 'shape' in part
}

export function isPattern(part: ShellPart): part is GlobPart {
  return typeof part === 'object' && 'pattern' in part
}

export function literal(text: string): Word {
  return text === '' ? EMPTY : [text]
}

/** Joins pieces to one word. */
export function joinParts(...pieces: readonly Word[]): Word {
  const parts: ShellPart[] = []
  for (const piece of pieces) {
    for (const part of piece) {
      const last = parts.at(-1)
      if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
      else if (part !== '') parts.push(part)
    }
  }
  return parts.length > MOST_PARTS ? [anyOfParts(parts)] : parts
}

/** Limit for the parts of a word: `x=$x-$x` doubles them each time. Beyond it, the word is unknown. */
const MOST_PARTS = 500

function anyOfParts(parts: readonly ShellPart[]): Unknown {
  const from = parts.filter(isUnknown).flatMap((part) => [...part.from])
  return unknown('words', 'program', ...new Set(from))
}

/** Joins words with a text between them. */
export function joinWords(words: readonly Word[], between: string): Word {
  return joinParts(...words.flatMap((word, index) => (index === 0 ? [word] : [literal(between), word])))
}

/** The text of a word that has neither unknown parts nor patterns. */
export function literalOf(word: Word): string | undefined {
  if (word.length === 0) return ''
  return word.length === 1 && typeof word[0] === 'string' ? word[0] : undefined
}

/** The text of a word, with patterns as they are written. Undefined if a part is unknown. */
export function textOf(word: Word): string | undefined {
  const only = literalOf(word)
  if (only !== undefined) return only
  return word.some(isUnknown) ? undefined : word.map((part) => textOfPart(part)).join('')
}

function textOfPart(part: ShellPart): string {
  return typeof part === 'string' ? part : isPattern(part) ? part.pattern : ''
}

/** The text of a word without its unknown parts. */
export function knownText(word: Word): string {
  return word.map(textOfPart).join('')
}

export function hasUnknown(word: Word): boolean {
  return word.some(isUnknown)
}

export function isLiteral(word: Word): boolean {
  return literalOf(word) !== undefined
}

/** Its literal prefix. */
export function beginning(word: Word): string {
  const [first] = word
  return typeof first === 'string' ? first : ''
}

export function comesFrom(word: Word, ...origins: readonly TextOrigin[]): boolean {
  return word.some((part) => isUnknown(part) && origins.some((origin) => part.from.has(origin)))
}

/** Whether it has text from a place that may hold secrets, as opposed to the value of a variable. */
export function hasSecretText(word: Word): boolean {
  return word.some((part) => isUnknown(part) && part.from.has('secret') && !part.from.has('variable'))
}

/** Whether it may name a secret, as text of a file or a program may. Operands and names of found files are ordinary. */
export function isAnyName(part: ShellPart): boolean {
  return isUnknown(part) && (part.shape === 'word' || part.shape === 'words') && !part.from.has('names')
}

/** A name that a program prints for something other than a file: a branch, a container. It may still be a path. */
export function isNameOfOther(part: ShellPart): boolean {
  return isUnknown(part) && part.shape === 'operand' && part.from.has('program') && !part.from.has('names')
}

/** From another machine, or decoded by this line. */
export function isForeign(word: Word): boolean {
  return comesFrom(word, 'network', 'decoded')
}

/** Origins that survive any cutting, copying or mixing of the text. */
const CARRIED = ['hidden', 'network', 'decoded', 'secret'] as const

export function taintsOf(words: readonly Word[]): TextOrigin[] {
  return CARRIED.filter((origin) => words.some((word) => comesFrom(word, origin)))
}

/** Unknown text that is made of these words, or is one of them. */
export function madeOf(words: readonly Word[], origin: TextOrigin = 'program'): Unknown {
  return unknown('words', origin, ...taintsOf(words))
}

/** Whether it may become any number of words. */
export function isOpen(word: Word): boolean {
  return word.some((part) => isUnknown(part) && part.shape === 'words')
}

/** In quotes, it stays one word. */
export function quoted(word: Word): Word {
  if (isLiteral(word)) return word
  return joinParts(word.map((part) => (isUnknown(part) && part.shape === 'words' ? reshaped(part, 'word') : part)))
}

/** Without quotes, it may be split. */
export function unquoted(part: Unknown): Unknown {
  return part.shape === 'word' ? reshaped(part, 'words') : part
}

function reshaped({ from }: Unknown, shape: Shape): Unknown {
  return unknownOf(SHAPES.indexOf(shape), maskOf(from))
}

/** Unquoted text as a word in which wildcards are patterns. */
export function withPatterns(text: string): Word {
  if (!/[*?[]/.test(text)) return literal(text)
  return text
    .split(/([*?]+|\[[^\]]*\])/)
    .map((piece, index): ShellPart => (index % 2 === 1 ? { pattern: piece } : piece))
    .filter((part) => part !== '')
}

/** For the user: unknown parts become an ellipsis. */
export function readable(word: Word): string {
  return word
    .map((part) => (isUnknown(part) ? '…' : textOfPart(part)))
    .join('')
    .replace(/…+/g, '…')
}

export function isSameWord(one: Word, other: Word): boolean {
  return one === other || (one.length === other.length && one.every((part, index) => isSamePart(part, other[index]!)))
}

function isSamePart(one: ShellPart, other: ShellPart): boolean {
  if (one === other) return true
  return typeof one === 'object' && typeof other === 'object' && 'pattern' in one && 'pattern' in other
    ? one.pattern === other.pattern
    : false
}

/** Splits at every separator; empty words count. */
export function splitAt(word: Word, isSeparator: (character: string) => boolean): Word[] {
  const words: ShellPart[][] = [[]]
  for (const part of word) {
    if (typeof part !== 'string') {
      words.at(-1)!.push(part)
      continue
    }
    let start = 0
    for (let index = 0; index < part.length; index++) {
      if (!isSeparator(part[index]!)) continue
      if (index > start) words.at(-1)!.push(part.slice(start, index))
      words.push([])
      start = index + 1
    }
    if (start < part.length) words.at(-1)!.push(part.slice(start))
  }
  return words
}

/** Removes trailing newlines, as the shell does for `$(…)`. */
export function withoutLineEnds(word: Word): Word {
  const last = word.at(-1)
  if (typeof last !== 'string' || !last.endsWith('\n')) return word
  return joinParts(word.slice(0, -1), literal(last.replace(/\n+$/, '')))
}
