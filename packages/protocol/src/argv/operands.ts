import type { Argument } from '../types/tool.js'
import { isMultiple, isRequired } from './value.js'

export interface Operand {
  word: string
  index: number
}

export interface Assignment {
  /** The operands each argument got, in the order of the arguments; arguments that got none are left out. */
  given: { argument: Argument; operands: Operand[] }[]
  surplus: Operand[]
  missing: Argument[]
}

/** Deals operands out to arguments. Required ones are served first, so `seq [FIRST] LAST` and `cp SOURCE… DEST` work. */
export function assignOperands(declared: readonly Argument[], operands: readonly Operand[]): Assignment {
  const { keyed, rest } = takeKeywords(declared, operands)
  const positional = declared.filter((argument) => argument['x-atip']?.keyword === undefined)
  let needed = positional.filter(isRequired).length
  let next = 0
  const dealt = new Map<Argument, Operand[]>(keyed)
  const missing = declared.filter(
    (argument) => argument['x-atip']?.keyword !== undefined && isRequired(argument) && !keyed.has(argument),
  )
  for (const argument of positional) {
    const isNeeded = isRequired(argument)
    if (isNeeded) needed--
    const free = Math.max(rest.length - next - needed, 0)
    const wanted = isMultiple(argument) ? free : Math.min(free, 1)
    const count = argument['x-atip']?.assignments === true ? countAssignments(rest, next, wanted) : wanted
    // If there are too few words, the earlier required argument gets the last one.
    const taken = isNeeded && count === 0 ? Math.min(rest.length - next, 1) : count
    if (taken > 0) dealt.set(argument, rest.slice(next, next + taken))
    else if (isNeeded) missing.push(argument)
    next += taken
  }
  const given = declared.filter((argument) => dealt.has(argument))
  return {
    given: given.map((argument) => ({ argument, operands: dealt.get(argument)! })),
    surplus: rest.slice(next),
    missing,
  }
}

/** Programs that take assignments, such as `env`, accept any name, not only those that are valid in a shell. */
export function isEnvironmentWord(word: string): boolean {
  return word.includes('=')
}

function countAssignments(operands: readonly Operand[], start: number, limit: number): number {
  let count = 0
  while (count < limit && isEnvironmentWord(operands[start + count]!.word)) count++
  return count
}

function takeKeywords(declared: readonly Argument[], operands: readonly Operand[]) {
  const keyed = new Map<Argument, Operand[]>()
  const keywords = declared.filter((argument) => argument['x-atip']?.keyword !== undefined)
  if (keywords.length === 0) return { keyed, rest: operands }
  const rest: Operand[] = []
  for (const operand of operands) {
    const equals = operand.word.indexOf('=')
    const name = equals === -1 ? undefined : operand.word.slice(0, equals)
    const argument = keywords.find((candidate) => candidate['x-atip']!.keyword === name)
    if (argument === undefined) {
      rest.push(operand)
      continue
    }
    const list = keyed.get(argument) ?? []
    list.push({ ...operand, word: operand.word.slice(equals + 1) })
    keyed.set(argument, list)
  }
  return { keyed, rest }
}
