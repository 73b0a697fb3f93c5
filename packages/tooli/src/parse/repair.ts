import { closest, type Leftover } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { BUILT_IN_FLAGS } from '../model/built-in-flags.js'
import type { CommandModel, GroupModel } from '../model/model.js'
import { choicesOf } from '../model/to-atip.js'
import { loadCommand } from '../model/tree.js'
import { readInput } from '../run/input.js'
import { findTarget } from './find-node.js'
import { keyOf, readLine } from './read-line.js'

export interface Repair {
  words: string[]
  /** The repaired line is understood and its input fits. */
  isComplete: boolean
}

/** More slips than this in one line are no slips. */
const MAX_FIXES = 6

/** Mends slips of the pen in a command line: commands, flags and listed values that are nearly right. */
export async function repair(cli: CliDefinition<CommandMap>, words: readonly string[]): Promise<Repair | undefined> {
  let line = [...words]
  for (let fixes = 0; fixes <= MAX_FIXES; fixes++) {
    const { node, stranger } = findTarget(cli, line)
    if (node.kind === 'group') {
      const mended = stranger && mendCommand(node, line, stranger)
      if (mended === undefined) return undefined
      line = mended
      continue
    }
    const model = node.kind === 'lazy' ? await loadCommand(node) : node
    const { parsed, given } = readLine(cli.name, model, line)
    const first = parsed.leftovers.find(({ reason }) => reason !== 'missing-argument')
    if (first === undefined) {
      if (fixes === 0) return undefined
      return { words: line, isComplete: await fits(model, given) }
    }
    const mended = mendWord(model, line, first)
    if (mended === undefined) return fixes === 0 ? undefined : { words: line, isComplete: false }
    line = mended
  }
  return undefined
}

async function fits(model: CommandModel, given: Record<string, unknown>): Promise<boolean> {
  try {
    await readInput(model, given)
    return true
  } catch {
    return false
  }
}

function mendCommand(
  group: GroupModel,
  line: string[],
  { word, index }: { word: string; index: number },
): string[] | undefined {
  const likely = closest(word, group.children.keys())
  if (likely !== undefined) return line.with(index, likely)
  // "add remote x" for "remote add x": the group is named a word too late.
  const next = line[index + 1]
  const later = next === undefined ? undefined : group.children.get(next)
  return later?.kind === 'group' && later.children.has(word) ? line.with(index, next!).with(index + 1, word) : undefined
}

function mendWord(model: CommandModel, line: string[], leftover: Leftover): string[] | undefined {
  const index = leftover.index - 1
  if (leftover.reason === 'unknown-option') {
    const [flag, ...value] = leftover.word.split('=')
    const likely = closest(flag!, flagsOf(model))
    return likely === undefined ? undefined : line.with(index, [likely, ...value].join('='))
  }
  if (leftover.reason !== 'invalid-value') return undefined
  const choices = choicesFor(model, keyOf(leftover.parameter))
  const likely =
    choices && (closest(leftover.word, choices.map(String)) ?? sameBeginning(leftover.word, choices.map(String)))
  return likely === undefined ? undefined : replaceValue(line, index, leftover.word, likely)
}

export function flagsOf(model: CommandModel): string[] {
  const own = model.parameters.flatMap(({ flags }) => flags)
  const builtIn = BUILT_IN_FLAGS.filter(({ hidden }) => hidden !== true).flatMap(({ flags }) => flags)
  return [...own, ...builtIn].filter((flag) => flag.startsWith('--'))
}

export function choicesFor(model: CommandModel, name: string | undefined): readonly unknown[] | undefined {
  const parameter = model.parameters.find(({ key }) => key === name)
  if (parameter === undefined) return BUILT_IN_FLAGS.find(({ key }) => key === name)?.choices
  return choicesOf(parameter.isMultiple ? (parameter.form.items ?? {}) : parameter.form)
}

/** `warning` for `warn`: one is the beginning of the other, and of no second one. */
function sameBeginning(word: string, choices: readonly string[]): string | undefined {
  const fitting = choices.filter(
    (choice) => Math.min(choice.length, word.length) > 2 && (choice.startsWith(word) || word.startsWith(choice)),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/** The value stands in the word itself, behind its equals sign or letter, or in the next word. */
function replaceValue(line: string[], index: number, value: string, better: string): string[] | undefined {
  const word = line[index]
  if (word === undefined) return undefined
  if (word === value) return line.with(index, better)
  if (word.startsWith('-') && word.endsWith(value) && word !== value)
    return line.with(index, word.slice(0, word.length - value.length) + better)
  return line[index + 1] === value ? line.with(index + 1, better) : undefined
}
