import type { PathUse } from '@atip/protocol/calls'
import { decode } from '../shell/encoded.js'
import { knownText, type Word } from '../shell/word.js'
import type { CallFacts } from './facts.js'
import { nameOf, reachTable, readReach, wordsKnown } from './reach-table.js'

/**
 * A word of a call whose meaning its description does not state: an operand of no kind, an option that is not listed,
 * or the value of a listed option of no kind. Names of scripts count too, because what they do is not described either.
 */
export interface FreeWord {
  word: Word
  role: 'operand' | 'option' | 'value' | 'script'
  index: number
  /** The option before it, whose value it may be. */
  option?: string
  /** It is passed to code of the project: it follows the name of a script or file that is run, or `--`. */
  isHandedOn: boolean
}

export function freeWordsOf({ words: all, call, found }: WordsOfCall): FreeWord[] {
  const { texts } = wordsKnown({ words: all, call })
  const { argv, uses, leftovers, optionsEnd } = call
  const meant = new Set(found.paths.map(({ path }) => path))
  const read = new Set(found.runs.flatMap((run) => (run.kind === 'argv' ? [] : [run.index])))
  const runs = Math.min(Infinity, ...found.runs.flatMap((run) => (run.kind === 'argv' ? [run.index] : [])))
  const free: Omit<FreeWord, 'isHandedOn'>[] = []
  const handing: number[] = []
  const add = (word: string, index: number, role: FreeWord['role'], flag?: string) => {
    const before = index > 1 ? argv[index - 1] : undefined
    const option = flag ?? /^--?[^-=][^=]*/.exec(before ?? '')?.[0]
    free.push({ word: decode(word), role, index, ...(option && { option }) })
  }
  for (const use of uses) {
    const { parameter, words, index } = use
    const value = parameter['x-atip']?.value
    if (value?.kind === 'script') handing.push(index)
    if (value !== undefined && value.kind !== 'script') continue
    if (use.kind === 'option') {
      const isNext = argv[index + 1] === words[0]
      for (const [offset, word] of words.entries())
        if (!meant.has(word)) add(word, isNext ? index + 1 + offset : index, 'value', use.flag)
      continue
    }
    let place = index
    for (const word of words) {
      // Options may be between the words of one argument.
      place = Math.max(place, argv.indexOf(word, place))
      if (!meant.has(word)) add(word, place, value?.kind === 'script' ? 'script' : roleOf(word))
      place++
    }
  }
  for (const { reason, word, index } of leftovers) {
    if (reason === 'unknown-option') add(word, index, 'option')
    if (reason === 'unexpected-operand') add(word, index, 'operand')
  }
  const dashes = argv.indexOf('--')
  for (const { kind, parameter, index } of uses) {
    const isRun = ({ access, parameter: name }: PathUse) =>
      access?.includes('execute') === true && name === parameter.name
    if (kind === 'argument' && found.paths.some(isRun)) handing.push(index)
  }
  const script = Math.min(Infinity, ...handing)
  const isText = ({ role, word, option = '' }: Pick<FreeWord, 'role' | 'word' | 'option'>) =>
    role === 'option'
      ? texts.has(nameOf(knownText(word))) || texts.has(/^-[^-]/.exec(knownText(word))?.[0] ?? '-')
      : texts.has('') || texts.has(option)
  return free
    .filter((one) => one.index < runs && !read.has(one.index) && !isText(one))
    .map((one) => {
      const { index, role } = one
      const isBehind = index > script && (role !== 'option' || index >= optionsEnd)
      return { ...one, isHandedOn: isBehind || (dashes > 0 && index > dashes) }
    })
}

type WordsOfCall = Pick<CallFacts, 'words' | 'call' | 'found'>

function roleOf(word: string): FreeWord['role'] {
  return /^--?[^-]/.test(knownText(decode(word))) ? 'option' : 'operand'
}

/** The indexes at which another call may begin, with a program or module as its first word. */
export function startersOf(facts: WordsOfCall): number[] {
  const { starters } = readReach(reachTable())
  const { argv, pathEnd } = facts.call
  // The commands that it runs according to its description are judged anyway.
  if (facts.found.runs.some((run) => run.kind === 'argv')) return []
  const places = new Set<number>()
  for (const [index, word] of argv.entries()) {
    if (index === 0 || !starters.has(word)) continue
    let next = index + 1
    // The word after an option may be its value.
    for (; argv[next]?.startsWith('-') === true; next++) places.add(next + 2)
    places.add(next)
  }
  const free = freeWordsOf(facts)
    // The name of a script without `run` may be that of a program instead.
    .filter(({ role, index }) => (role === 'script' ? pathEnd === 0 : role !== 'option' && places.has(index)))
    .map(({ index }) => index)
  const dashes = argv.indexOf('--')
  const behind = dashes < 1 || argv[dashes + 1] === undefined ? [] : [dashes + 1]
  return [...new Set([...free, ...behind])]
}
