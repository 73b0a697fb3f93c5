import type { AtipTool, ParsedCall } from '@atip/protocol'
import { hasMarks, MARKS } from '../shell/opaque.js'
import type { Stream } from '../shell/stream.js'

/** More commands than this are not written out. */
const MOST = 32

/** The commands that xargs and its like make of theirs and of what they read. */
export function withAppended(words: readonly string[], { uses }: ParsedCall, { text, taints }: Stream): string[][] {
  const valueOf = (...flags: string[]) => {
    const use = uses.find((one) => one.kind === 'option' && flags.includes(one.parameter.name))
    return use === undefined ? undefined : (use.words[0] ?? '')
  }
  const placeholder = valueOf('I', 'i', 'replace', 'J')
  const unknown = taints.size > 0 ? MARKS.words : MARKS.operand
  const read = text === undefined || hasMarks(text) ? undefined : itemsIn(text, valueOf, placeholder !== undefined)
  if (placeholder !== undefined) {
    const place = placeholder === '' ? '{}' : placeholder
    // With nothing to read, some versions run nothing, and some run the command once.
    const items = read !== undefined && read.length > 0 && read.length <= MOST ? read : [unknown]
    return items.map((item) => words.map((word) => word.replaceAll(place, () => item)))
  }
  if (read === undefined) return [[...words, unknown]]
  const isSplit = ['n', 'max-args', 'L', 'l', 'max-lines'].some((name) => valueOf(name) !== undefined)
  const apart = isSplit ? read.slice(0, MOST).map((item) => [...words, item]) : []
  return [[...words, ...read], ...apart]
}

/** fd gives what it finds to a command that does not say where it goes. */
export function withFound(words: readonly string[], { name }: AtipTool): readonly string[] {
  if (name !== 'fd' || words.some((word) => /\{(?:\/|\/\/|\.|\/\.)?\}/.test(word))) return words
  return [...words, MARKS.operand]
}

type ValueOf = (...flags: string[]) => string | undefined

/** Undefined where it cannot be told how the text is split. */
function itemsIn(text: string, valueOf: ValueOf, isByLine: boolean): string[] | undefined {
  if (valueOf('0', 'null') !== undefined) return text.replace(/\0$/, '').split('\0')
  const delimiter = valueOf('d', 'delimiter')
  if (delimiter !== undefined) {
    const character = delimiter === String.raw`\n` ? '\n' : delimiter === String.raw`\0` ? '\0' : delimiter
    return character.length === 1 ? text.split(character) : undefined
  }
  const words: string[] = []
  const pattern = isByLine
    ? /[^\S\n]*((?:[^\n'"\\]|\\[^]|'[^'\n]*'|"[^"\n]*")+)|\s+|['"\\]/y
    : /((?:[^\s'"\\]|\\[^]|'[^'\n]*'|"[^"\n]*")+)|\s+|['"\\]/y
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (/^['"\\]$/.test(match[0])) return undefined
    if (match[1] !== undefined) words.push(match[1].replace(/\\([^])|'([^']*)'|"([^"]*)"/g, '$1$2$3'))
  }
  return words
}
