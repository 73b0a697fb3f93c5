import type { ArgumentsSplit, ParsedCall, Run } from '@atip/protocol/calls'
import { decode, encode } from '../shell/encoded.js'
import { bind, subshellOf, type ShellScope } from '../shell/scope.js'
import type { Stream } from '../shell/stream.js'
import { hasUnknown, literal, literalOf, quoted, taintsOf, textOf, unknown, type Word } from '../shell/word.js'
import { handedOn, ofWhichNothingIsKnown } from '../facts/appended.js'

type Filling = Extract<Run, { kind: 'shell' }>

/** A shell line, and the state in which it runs. */
export interface FilledLine {
  line: Word
  scope: ShellScope
}

/** Limit for the lines that are written out. */
const MOST = 32

/** The lines that a program makes of the given one: with values of its options, of its operands, or of its input. */
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

/** Every combination of the values, inserted unchanged. */
function withOptions(text: string, options: readonly string[], { uses }: ParsedCall): string[] {
  let lines = [text]
  for (const { words } of uses.filter(({ parameter }) => options.includes(parameter.name))) {
    const [name = '', list = '', ...range] = words
    // The values of a range are numbers.
    const values = range.length > 0 ? ['0'] : list.split(',')
    const all = lines.flatMap((line) => values.map((value) => line.replaceAll(`{${name}}`, () => value)))
    lines = all.length > MOST ? [encode([ANYTHING])] : all
  }
  return lines
}

const ANYTHING = unknown('words', 'program')

/** Combinations of several lists, and values that are cut, are not modelled. */
function itemsGiven(lists: readonly string[][], isCut: boolean): Word[] {
  const [only, ...others] = lists
  const isShort = others.length === 0 && only!.length <= MOST && !isCut
  return isShort ? only!.map(decode) : [[unknown('word', 'program', ...taintsOf(lists.flat().map(decode)))]]
}

/** Each line of the input is one value, unless an option says otherwise. */
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

/** A placeholder: braces without a comma. With one, the shell itself would expand them. */
const PLACE = /\{[^{},\s]*\}/g

/** A line with the value in all its placeholders, or at its end. If the line is empty, the value is the line. */
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

/** A value as one word of a line: written out, or in a variable that the line does not use. */
function writtenIn(text: string, value: Word, scope: ShellScope): string {
  const plain = literalOf(value)
  if (plain !== undefined && /^[\w@%+:,./=-]+$/.test(plain)) return plain
  // In quotes of the line, or after a backslash, a variable would have another meaning.
  if (/[\x22\x27\x5c\x60]/.test(text)) return encode([unknown('words', 'program', ...taintsOf([value]))])
  let name = '_item'
  while (text.includes(name)) name += '_'
  bind(scope, name, { kind: 'text', text: value })
  return `"\${${name}}"`
}
