import type { ArgumentsSplit, ParsedCall } from '@atip/protocol/calls'
import { decode, encode } from '../shell/encoded.js'
import type { Stream } from '../shell/stream.js'
import {
  beginning,
  hasUnknown,
  isOpen,
  isUnknown,
  literal,
  quoted,
  textOf,
  unknown,
  type TextOrigin,
  type Word,
} from '../shell/word.js'

/** Taints of the words that are read, which the words that are appended inherit. */
const HANDED_ON = ['network', 'decoded', 'secret', 'names', 'hidden'] as const

export function handedOn(taints: Stream['taints']): TextOrigin[] {
  return HANDED_ON.filter((taint) => taints.has(taint))
}

/** Limit for the commands that are written out. */
const MOST = 32

/** The commands that a program such as xargs makes of its words and of its input. */
export function withAppended(
  words: readonly Word[],
  { uses }: ParsedCall,
  split: ArgumentsSplit = {},
  stdin: Stream,
): Word[][] {
  // Of repeated or mutually exclusive options, the last one counts.
  const lastOf = (names: readonly string[] = []) =>
    uses.findLast((one) => one.kind === 'option' && names.includes(one.parameter.name))
  const valueOf = (names: readonly string[] = []) => {
    const use = lastOf(names)
    return use === undefined ? undefined : (use.words[0] ?? '')
  }
  const divider = lastOf([...(split.zero ?? []), ...(split.delimiter ?? [])])
  const isZero = divider !== undefined && split.zero?.includes(divider.parameter.name) === true
  const separator = isZero ? ZERO : divider && (divider.words[0] ?? '')
  const isOther = lastOf(split.file) !== undefined
  const isCut = separator !== undefined && SEPARATORS[separator] === undefined
  const { text, line, taints } = isOther || isCut ? ofWhichNothingIsKnown(stdin, isOther) : stdin
  const placeholder = valueOf(split.placeholder)
  const each = lastOf(split.each)
  const from = handedOn(taints)
  const known = text === undefined || hasUnknown(text) ? undefined : textOf(text)
  const plain = text === undefined ? undefined : plainWord(text)
  const isStopped = lastOf(split.stop) !== undefined
  const listed = known === undefined ? undefined : itemsIn(known, separator, placeholder !== undefined)?.map(literal)
  const read = isStopped ? undefined : (listed ?? plain)
  // Names of files may contain blanks and newlines, and any word may follow those.
  const isWhole = line !== undefined && (!isOpen(line) || separator === ZERO)
  const whole = isWhole ? quoted(line) : undefined
  if (placeholder !== undefined) {
    const place = placeholder === '' ? '{}' : placeholder
    // Without input, some versions run nothing, and some run the command once.
    const isShort = read !== undefined && read.length > 0 && read.length <= MOST
    const items: Word[] = isShort ? read : [whole ?? [unknown('word', 'program', ...from)]]
    const replaced = items.map((item) =>
      words.map((word) => decode(encode(word).replaceAll(place, () => encode(item)))),
    )
    // A later option may cancel the placeholder, so that words are appended after all; versions differ in when it does.
    const isTakenBack = each !== undefined && each.index > lastOf(split.placeholder)!.index
    return isTakenBack ? [...replaced, [...words, [unknown('words', 'program', ...from)]]] : replaced
  }
  if (read === undefined) return [[...words, whole ?? [unknown('words', 'program', ...from)]]]
  const isSplit = each !== undefined
  // Only one word or one line for each command is tracked, and not too many of them.
  const isByLine = /\S[^\S\n]+\S/.test(known ?? '') && /\S\n+\S/.test(known ?? '')
  if (isSplit && (isByLine || (each.words[0] ?? '1') !== '1' || read.length > MOST))
    return [[...words, [unknown('words', 'program')]]]
  // How the words are divided decides which are options, and which are the values of options.
  if (isSplit && read.some((item) => beginning(item).startsWith('-')))
    return [[...words, [unknown('words', 'program')]]]
  const apart = !isSplit ? [] : read.slice(0, MOST).map((item) => [...words, item])
  return [[...words, ...read], ...apart]
}

/** Words from a file are unrelated to stdin, and parts of names are no names. */
export function ofWhichNothingIsKnown({ text, taints }: Stream, isOther: boolean): Stream {
  const kept = new Set([...taints].filter((taint) => taint !== 'names'))
  return isOther || text === undefined ? { taints: kept } : { text, taints: kept }
}

/** A single unknown word that is neither an option nor several words, such as a number. */
function plainWord(text: Word): Word[] | undefined {
  const [only, end, ...others] = text
  const isPlain = only !== undefined && isUnknown(only) && only.shape === 'plain' && end === '\n' && others.length === 0
  return isPlain ? [[only]] : undefined
}

/**
 * The command that a program runs for the files it finds: names replace the placeholders, or are appended. There may be
 * several names, and the command may write to the second: `find -exec uniq {} +`.
 */
export function withNames(words: readonly Word[], places: readonly string[] | undefined, found: Word): readonly Word[] {
  if (places === undefined) return words
  const [whole = '', ...parts] = places.filter((place) => place !== '')
  const filled = words.map((word) => {
    const text = encode(word)
    // A part of a name may be any name: without its ending, `.env.example` is another file.
    const other = encode([unknown('words', 'program')])
    const rest = parts.reduce((left, place) => left.replaceAll(place, () => other), text)
    return whole === '' ? rest : rest.replaceAll(whole, () => encode(found))
  })
  const isFilled = filled.some((text, index) => text !== encode(words[index]!))
  const named = isFilled || !places.includes('') ? filled : [...filled, encode(found)]
  const isLast = named.length > 1 && named.at(-1) === encode(found)
  return (isLast ? [...named, encode(found)] : named).map(decode)
}

const ZERO = String.raw`\0`
const SEPARATORS: Readonly<Record<string, string>> = { [String.raw`\n`]: '\n', [ZERO]: '\0' }

/** Undefined if it is unknown how the text is split. */
function itemsIn(text: string, separator: string | undefined, isByLine: boolean): string[] | undefined {
  if (separator !== undefined) {
    const character = SEPARATORS[separator] ?? separator
    return character.length === 1 ? withoutLast(text, character).split(character) : undefined
  }
  const words: string[] = []
  const pattern = isByLine
    ? /[ \t\v\f\r]*((?:[^\n'"\\]|\\[^]|'[^'\n]*'|"[^"\n]*")+)|[ \t\n\v\f\r]+|['"\\]/y
    : /((?:[^ \t\n\v\f\r'"\\]|\\[^]|'[^'\n]*'|"[^"\n]*")+)|[ \t\n\v\f\r]+|['"\\]/y
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (/^['"\\]$/.test(match[0])) return undefined
    if (match[1] !== undefined) words.push(match[1].replace(/\\([^])|'([^']*)'|"([^"]*)"/g, '$1$2$3'))
  }
  return words
}

function withoutLast(text: string, character: string): string {
  return text.endsWith(character) ? text.slice(0, -1) : text
}
