import { closest, type Leftover } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { BUILT_IN_FLAGS } from '../model/built-in-flags.js'
import type { CommandModel, GroupModel, NodeModel } from '../model/model.js'
import { choicesOf } from '../model/to-atip.js'
import { loadCommand } from '../model/tree.js'
import { effectsOfCall } from '../call/effects-of-call.js'
import { needsConfirmation } from '../effects/needs-confirmation.js'
import { admit } from '../execute/execute.js'
import type { Io } from '../call/io.js'
import { aliasesOf, findTarget } from '../parse/find-node.js'
import { gatherInput } from '../parse/gather-input.js'
import { keyOf, readLine, type LineReading } from '../parse/read-line.js'

export interface Repair {
  words: string[]
  /** The repaired line would run, and nothing about it needs a second thought. */
  isCertain: boolean
}

/** More slips than this in one line are no slips. */
const MAX_FIXES = 6

/** Mends slips of the pen in a command line: commands, flags and listed values that are nearly right. */
export async function repair(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  io: Io,
): Promise<Repair | undefined> {
  let line = [...words]
  for (let fixes = 0; fixes <= MAX_FIXES; fixes++) {
    const { node, stranger } = findTarget(cli, line)
    if (node.kind === 'group') {
      const mended = mendFlag(line, stranger?.index) ?? (stranger && mendCommand(node, line, stranger))
      if (mended === undefined) {
        const isAnswered = fixes > 0 && stranger === undefined && isQuestion(line)
        return isAnswered ? { words: line, isCertain: true } : undefined
      }
      line = mended
      continue
    }
    const model = node.kind === 'lazy' ? await loadCommand(node) : node
    const reading = readLine(cli.name, model, line)
    const first = reading.parsed.leftovers.find(({ reason }) => reason !== 'missing-argument')
    if (first === undefined) {
      if (fixes === 0) return undefined
      const isCertain =
        isQuestion(line) || (isHarmless(model, reading, words, line) && (await wouldRun(cli, reading, model, io)))
      return { words: line, isCertain }
    }
    const mended = mendWord(model, line, first)
    if (mended === undefined) return fixes === 0 ? undefined : { words: line, isCertain: false }
    line = mended
  }
  return undefined
}

/** `--help` and its like need no command and no input. */
function isQuestion(line: readonly string[]): boolean {
  return line.some((word) => ['--help', '--version', '--agent'].includes(word))
}

/** Nobody's typing error becomes a yes, or a step that cannot be taken back, without somebody looking at it. */
function isHarmless(
  model: CommandModel,
  { given }: LineReading,
  words: readonly string[],
  line: readonly string[],
): boolean {
  const hasNewYes = line.some((word, place) => word === '--yes' && words[place] !== word)
  return !hasNewYes && !needsConfirmation(effectsOfCall(model, given))
}

/** Whether the line would get as far as doing something. Nothing is asked, read from stdin or done to find out. */
async function wouldRun(
  cli: CliDefinition<CommandMap>,
  { given, flags }: LineReading,
  model: CommandModel,
  io: Io,
): Promise<boolean> {
  const readStdin = () => {
    throw new Error('what stdin holds is not known')
  }
  try {
    const quietIo = Object.create(io, { readStdin: { value: readStdin } }) as Io
    const input = await gatherInput(cli, model, given, flags.input, quietIo)
    await admit(model, input, flags, { env: io.env, confirm: async () => undefined, confirmWord: '--yes' })
    return true
  } catch {
    return false
  }
}

/** Before the command's name only flags of every command may stand. */
function mendFlag(line: string[], end: number | undefined): string[] | undefined {
  const index = strangeFlag(line, end)
  if (index === undefined) return undefined
  const [flag, ...value] = line[index]!.split('=')
  const likely = closest(flag!, builtInFlags())
  return likely === undefined ? undefined : line.with(index, [likely, ...value].join('='))
}

/** The place of the first word that looks like a flag of every command and is none. */
export function strangeFlag(words: readonly string[], end = words.length): number | undefined {
  const known = BUILT_IN_FLAGS.flatMap(({ flags }) => flags)
  const index = words.findIndex(
    (word) => word.startsWith('--') && word !== '--' && !known.includes(word.split('=')[0]!),
  )
  return index === -1 || index > end ? undefined : index
}

function mendCommand(
  group: GroupModel,
  line: string[],
  { word, index }: { word: string; index: number },
): string[] | undefined {
  // "add remote x" for "remote add x": the group is named a word too late.
  const next = line[index + 1]
  const later = next === undefined ? undefined : group.children.get(next)
  if (later?.kind === 'group' && later.children.has(word)) return line.with(index, next!).with(index + 1, word)
  const likely = closest(word, namesIn(group))
  return likely === undefined ? undefined : line.with(index, likely)
}

/** Every name that leads to a command or group, but not those that nobody is told of. */
export function namesIn({ children }: GroupModel): string[] {
  return [...children].filter(([, node]) => !isHidden(node)).flatMap(([name, node]) => [name, ...aliasesOf(node)])
}

function isHidden(node: NodeModel): boolean {
  if (node.kind === 'lazy') return node.lazy.hidden === true
  return node.kind === 'command' && node.command.definition.hidden === true
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

function flagsOf(model: CommandModel): string[] {
  const own = model.parameters.filter(({ hints }) => hints.hidden !== true).flatMap(({ flags }) => flags)
  return [...own.filter((flag) => flag.startsWith('--')), ...builtInFlags()]
}

function builtInFlags(): string[] {
  const shown = BUILT_IN_FLAGS.filter(({ hidden }) => hidden !== true)
  return shown.flatMap(({ flags }) => flags).filter((flag) => flag.startsWith('--'))
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
