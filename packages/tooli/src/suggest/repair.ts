import { closest, type Leftover } from '@atip/protocol'
import { effectsOfCall } from '../call/effects-of-call.js'
import type { Io } from '../call/io.js'
import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { BUILT_IN_WORDS, offersWord } from '../describe/built-in-words.js'
import { needsConfirmation } from '../effects/needs-confirmation.js'
import { admit } from '../execute/admit.js'
import { withInner } from '../model/parameters.js'
import type { CommandModel, GroupModel, NodeModel } from '../model/model.js'
import { longFlag } from '../model/scope.js'
import { choicesOf } from '../model/to-atip.js'
import { loadCommand } from '../model/tree.js'
import { aliasesOf, findTarget } from '../parse/find-node.js'
import { gatherInput } from '../parse/gather-input.js'
import { keyOf, readLine, type LineReading } from '../parse/read-line.js'
import { fixFlag, longNames, moveToEnd } from './early-flags.js'

export interface Repair {
  words: string[]
  /** The corrected line would run, and it is harmless. */
  isCertain: boolean
}

/** A line with more errors than this was not mistyped. */
const MAX_FIXES = 6

/** Corrects typing errors in a command line: commands, flags and listed values that are nearly right. */
export async function repair(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  io: Io,
): Promise<Repair | undefined> {
  let line = [...words]
  for (let fixes = 0; fixes <= MAX_FIXES; fixes++) {
    const { node, group, stranger } = await findTarget(cli, line)
    if (node.kind === 'group') {
      const isBuiltIn = fixes > 0 && stranger?.index === 0 && builtInNames(cli).includes(stranger.word)
      if (isBuiltIn) return { words: line, isCertain: false }
      const corrected =
        (await fixFlag(cli, node, line, stranger?.index)) ?? (stranger && fixCommand(cli, node, line, stranger))
      if (corrected === undefined) {
        const isAnswered = fixes > 0 && stranger === undefined && isQuestion(line)
        return isAnswered ? { words: line, isCertain: true } : undefined
      }
      line = corrected
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
    const corrected = fixWord(model, line, first) ?? (group && fixName(cli, group, line, first))
    if (corrected === undefined) return fixes === 0 ? undefined : { words: line, isCertain: false }
    line = corrected
  }
  return undefined
}

/** `--help` and the like need no command and no input. */
function isQuestion(line: readonly string[]): boolean {
  return line.some((word) => ['--help', '--version', '--agent'].includes(word))
}

/** A correction must never add a confirmation or an irreversible effect that no user has seen. */
function isHarmless(
  model: CommandModel,
  { given }: LineReading,
  words: readonly string[],
  line: readonly string[],
): boolean {
  const yes = longFlag(model.flags, 'yes')
  const hasNewYes = line.some((word, place) => word === yes && words[place] !== word)
  return !hasNewYes && !needsConfirmation(effectsOfCall(model, given))
}

/** Whether the line would pass all checks. This neither prompts, nor reads stdin, nor has effects. */
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
    await admit(model, input, flags, { env: io.env, confirm: async () => undefined, confirmWord: '' })
    return true
  } catch {
    return false
  }
}

function fixCommand(
  cli: CliDefinition<CommandMap>,
  group: GroupModel,
  line: string[],
  { word, index }: { word: string; index: number },
): string[] | undefined {
  // "add remote x" for "remote add x": group and command are swapped.
  const next = line[index + 1]
  const later = next === undefined ? undefined : group.children.get(next)
  if (later?.kind === 'group' && later.children.has(word)) return line.with(index, next!).with(index + 1, word)
  const likely = closestName(word, [...namesIn(group), ...(index === 0 ? builtInNames(cli) : [])])
  return likely === undefined ? undefined : line.with(index, likely)
}

/** Also a name with one letter more, if it is the only one: `gt` for `get`. */
function closestName(word: string, names: readonly string[]): string | undefined {
  const isOneMore = (name: string) =>
    [...name].some((_, place) => name.slice(0, place) + name.slice(place + 1) === word)
  const longer = new Set(names.filter((name) => name.length === word.length + 1 && isOneMore(name)))
  return closest(word, names) ?? (longer.size === 1 && word.length > 1 ? [...longer][0] : undefined)
}

function builtInNames(cli: CliDefinition<CommandMap>): string[] {
  const words = Object.keys(BUILT_IN_WORDS).filter((word) => offersWord(cli, word))
  return foreignOf(cli) === undefined && cli.command === undefined ? ['completion', ...words] : words
}

/** Every name that leads to a command or group, except hidden ones. */
export function namesIn({ children }: GroupModel): string[] {
  const listed = [...children].filter(([name, node]) => name !== '' && !isHidden(node))
  return listed.flatMap(([name, node]) => [name, ...aliasesOf(node)])
}

function isHidden(node: NodeModel): boolean {
  if (node.kind === 'lazy') return node.lazy.hidden === true
  return node.kind === 'command' && node.command.definition.hidden === true
}

/** A word that a group's own command cannot take may be the name of another command. */
function fixName(
  cli: CliDefinition<CommandMap>,
  group: GroupModel,
  line: string[],
  { reason, word, index }: Leftover,
): string[] | undefined {
  const isOperand = reason === 'invalid-value' || reason === 'unexpected-operand'
  return isOperand && line[index - 1] === word && !word.startsWith('-')
    ? fixCommand(cli, group, line, { word, index: index - 1 })
    : undefined
}

function fixWord(model: CommandModel, line: string[], leftover: Leftover): string[] | undefined {
  const index = leftover.index - 1
  if (leftover.reason === 'unknown-option') {
    const [flag, ...value] = leftover.word.split('=')
    // It is before the name of its command.
    if (withInner(model.parameters).some(({ flags }) => flags.includes(flag!))) return moveToEnd(line, index, 1)
    const likely = closest(flag!, flagsOf(model))
    return likely === undefined ? undefined : line.with(index, [likely, ...value].join('='))
  }
  if (leftover.reason !== 'invalid-value') return undefined
  // After a letter, unlike after a long flag, an equals sign is part of the value.
  if (/^=./.test(leftover.word)) return replaceValue(line, index, leftover.word, leftover.word.slice(1))
  const choices = choicesFor(model, keyOf(leftover.parameter))
  const likely =
    choices && (closest(leftover.word, choices.map(String)) ?? sameBeginning(leftover.word, choices.map(String)))
  return likely === undefined ? undefined : replaceValue(line, index, leftover.word, likely)
}

/** The flags that a command may be told, in the long form. */
function flagsOf({ parameters, flags }: CommandModel): string[] {
  return longNames([...withInner(parameters).map(({ hints, flags }) => ({ flags, hidden: hints.hidden })), ...flags])
}

export function choicesFor(model: CommandModel, name: string | undefined): readonly unknown[] | undefined {
  const parameter = withInner(model.parameters).find(({ key }) => key === name)
  if (parameter === undefined) return model.flags.find(({ key }) => key === name)?.choices
  return choicesOf(parameter.isMultiple ? (parameter.form.items ?? {}) : parameter.form)
}

/** `warning` for `warn`: one is a prefix of the other, and of no other choice. */
function sameBeginning(word: string, choices: readonly string[]): string | undefined {
  const fitting = choices.filter(
    (choice) => Math.min(choice.length, word.length) > 2 && (choice.startsWith(word) || word.startsWith(choice)),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/** The value is in the word itself, after its equals sign or letter, or in the next word. */
export function replaceValue(
  line: readonly string[],
  index: number,
  value: string,
  better: string,
): string[] | undefined {
  const word = line[index]
  if (word === undefined) return undefined
  if (word === value) return line.with(index, better)
  const isAttached = word.startsWith('--')
    ? word.endsWith(`=${value}`)
    : /^-[^-]./.test(word) && word.endsWith(value) && line[index + 1] !== value
  if (isAttached) return line.with(index, word.slice(0, word.length - value.length) + better)
  return line[index + 1] === value ? line.with(index + 1, better) : undefined
}
