import type { ArgumentsSplit, ParsedCall, Run } from '@atip/protocol/calls'
import { decode, encode } from '../shell/encoded.js'
import { bind, subshellOf, type ShellScope } from '../shell/scope.js'
import type { Stream } from '../shell/stream.js'
import { hasUnknown, literal, literalOf, quoted, taintsOf, textOf, unknown, type Word } from '../shell/word.js'
import { handedOn, ofWhichNothingIsKnown } from '../facts/appended.js'

type Filling = Extract<Run, { kind: 'shell' }>

/** A line of shell, and where it runs. */
export interface FilledLine {
  line: Word
  scope: ShellScope
}

/** More lines than this are not written out. */
const MOST = 32

/** The lines that a program makes of the one it is given: with values of its options, of its operands, or of its input. */
export function filledLines(
  { text, fills }: Filling,
  call: ParsedCall,
  split: ArgumentsSplit | undefined,
  { stdin, scope }: { stdin: Stream; scope: ShellScope },
): FilledLine[] {
  const lines = withOptions(text, fills?.options ?? [], call)
  const lists = fills?.lists ?? []
  if (fills === undefined || (lists.length === 0 && split === undefined))
    return lines.map((line) => ({ line: decode(line), scope }))
  const isCut = [split?.zero, split?.delimiter, split?.each, split?.file, split?.stop].some(
    (names) => valueOf(call, names) !== undefined,
  )
  const input = isCut ? ofWhichNothingIsKnown(stdin, true) : stdin
  const items = lists.length === 0 ? itemsRead(input, isCut) : itemsGiven(lists, isCut)
  const own = valueOf(call, split?.placeholder)
  return lines.flatMap((line) => items.map((item) => filled(line, item, own, lists.length > 1, scope)))
}

/** Every combination of the values, put in as they are. */
function withOptions(text: string, options: readonly string[], { uses }: ParsedCall): string[] {
  let lines = [text]
  for (const { words } of uses.filter(({ parameter }) => options.includes(parameter.name))) {
    const [name = '', list = '', ...range] = words
    // Of a range, all values are numbers.
    const values = range.length > 0 ? ['0'] : list.split(',')
    const all = lines.flatMap((line) => values.map((value) => line.replaceAll(`{${name}}`, () => value)))
    lines = all.length > MOST ? [encode([ANYTHING])] : all
  }
  return lines
}

const ANYTHING = unknown('words', 'program')

/** How several lists are put together, and how values are cut, is not followed. */
function itemsGiven(lists: readonly string[][], isCut: boolean): Word[] {
  const [only, ...others] = lists
  const isShort = others.length === 0 && only!.length <= MOST && !isCut
  return isShort ? only!.map(decode) : [[unknown('word', 'program', ...taintsOf(lists.flat().map(decode)))]]
}

/** One line of what is read is one value, unless an option says otherwise. */
function itemsRead({ text, line, taints }: Stream, isCut: boolean): Word[] {
  const known = text === undefined || hasUnknown(text) || isCut ? undefined : textOf(text)
  const read = known?.replace(/\n$/, '').split('\n')
  if (read !== undefined && read.length <= MOST) return read.map(literal)
  return [line !== undefined && !isCut ? quoted(line) : [unknown('word', 'program', ...handedOn(taints))]]
}

function valueOf({ uses }: ParsedCall, names: readonly string[] = []): string | undefined {
  const use = uses.findLast((one) => one.kind === 'option' && names.includes(one.parameter.name))
  return use === undefined ? undefined : (use.words[0] ?? '{}')
}

/** Text in braces without a comma, which the shell itself would expand. */
const PLACE = /\{[^{},\s]*\}/g

/** A line with one value in all its places, or at its end. Without a line, the value is one. */
function filled(text: string, item: Word, own: string | undefined, isMixed: boolean, scope: ShellScope): FilledLine {
  if (text.trim() === '') return { line: item, scope }
  const whole = own ?? '{}'
  const others = [...new Set(text.match(PLACE) ?? [])].filter((place) => place !== whole)
  const isSame = (place: string) => place === whole || (!isMixed && place === '{1}')
  const places = [...(text.includes(whole) ? [whole] : []), ...others]
  const inside = subshellOf(scope)
  const line = (places.length === 0 ? [''] : places).reduce((rest, place) => {
    const value: Word = place === '' || isSame(place) ? item : [unknown('word', 'program', ...taintsOf([item]))]
    const written = writtenIn(rest, value, inside)
    return place === '' ? `${rest} ${written}` : rest.replaceAll(place, () => written)
  }, text)
  return { line: decode(line), scope: inside }
}

/** How a value is written into a line so that it stays one word there: a variable that the line does not use. */
function writtenIn(text: string, value: Word, scope: ShellScope): string {
  const plain = literalOf(value)
  if (plain !== undefined && /^[\w@%+:,./=-]+$/.test(plain)) return plain
  // In quotes of the line, or behind a backslash, a variable would mean something else.
  if (/[\x22\x27\x5c\x60]/.test(text)) return encode([unknown('words', 'program', ...taintsOf([value]))])
  let name = '_item'
  while (text.includes(name)) name += '_'
  bind(scope, name, { kind: 'text', text: value })
  return `"\${${name}}"`
}
