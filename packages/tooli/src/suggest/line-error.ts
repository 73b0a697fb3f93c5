import { quoteLine, type Leftover } from '@atip/protocol'
import type { Io } from '../call/io.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, ToolError, type Suggestion } from '../errors/error.js'
import { withInner } from '../model/parameters.js'
import { shownName } from '../model/shown-name.js'
import type { CommandModel } from '../model/model.js'
import { keyOf, type LineReading } from '../parse/read-line.js'
import { choicesFor, repair, replaceValue } from './repair.js'

/** The error in the words of a command, and the corrected line. */
export async function lineError(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  { parsed }: LineReading,
  model: CommandModel,
  io: Io,
): Promise<ToolError> {
  const first = parsed.leftovers.find(({ reason }) => reason !== 'missing-argument') ?? parsed.leftovers[0]
  const leftover = { ...first!, parameter: keyOf(first!.parameter) } as Leftover
  const { code, message } = describe(leftover, model)
  const suggestion =
    afterDashes(cli, words, parsed, model) ??
    (await correctedLine(cli, words, io)) ??
    filledIn(cli, words, leftover, model)
  const { word, parameter } = leftover
  // A wrong value is in the word itself or in the next one.
  const index =
    words[leftover.index - 1] !== word && words[leftover.index] === word ? leftover.index + 1 : leftover.index
  return new ToolError(code, message, { suggestion, details: { index, word, ...(parameter && { parameter }) } })
}

/** An unknown option after the first word of another command line belongs to that line. */
function afterDashes(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  { uses, leftovers }: LineReading['parsed'],
  model: CommandModel,
): Suggestion | undefined {
  const line = model.parameters.find(({ hints }) => hints.line === true)
  const start = uses.find(({ kind, parameter }) => kind === 'argument' && keyOf(parameter.name) === line?.key)?.index
  const isOption = leftovers.some(({ index, reason }) => reason.endsWith('-option') && index > (start ?? Infinity))
  if (start === undefined || !isOption) return undefined
  return {
    action: 'retry_with_modified_input',
    fix: 'Put the command line after --',
    example: quoteLine([cli.name, ...words.slice(0, start - 1), '--', ...words.slice(start - 1)]),
    applicability: 'maybe_incorrect',
  }
}

/** A corrected line as a suggestion. It is "machine applicable" only if it is known to run and to be harmless. */
export async function correctedLine(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  io: Io,
): Promise<Suggestion | undefined> {
  const better = await repair(cli, words, io)
  if (better === undefined) return undefined
  const changed = better.words.filter((word, place) => word !== words[place])
  const flag = words.find((word, place) => word !== better.words[place])!
  const isMoved = flag.startsWith('-') && changed.includes(flag)
  return {
    action: 'retry_with_modified_input',
    fix: isMoved
      ? `Put ${flag} after the name of the command`
      : `Did you mean ${changed.map((word) => JSON.stringify(word)).join(' and ')}?`,
    example: quoteLine([cli.name, ...better.words]),
    applicability: better.isCertain ? 'machine_applicable' : 'maybe_incorrect',
  }
}

function describe({ reason, word, parameter }: Leftover, model: CommandModel): { code: string; message: string } {
  const name = nameOf(model, parameter)
  switch (reason) {
    case 'unknown-option':
    case 'ambiguous-option':
      return { code: CODES.unknownOption, message: unknownOption(word, flagsIn(model)) }
    case 'missing-value':
    case 'missing-terminator':
      return { code: CODES.missingValue, message: `${name} needs a value` }
    case 'unexpected-value':
      return {
        code: CODES.invalidValue,
        message: `${name} is a switch and takes no value; found ${JSON.stringify(word)}`,
      }
    case 'missing-argument':
      return { code: CODES.missingArgument, message: `${name} is missing` }
    case 'unexpected-operand':
    case 'unknown-command':
      return { code: CODES.unexpectedArgument, message: `unexpected argument ${JSON.stringify(word)}` }
    default:
      return {
        code: CODES.invalidValue,
        message: `${name} ${expectation(model, parameter)}; found ${JSON.stringify(word)}`,
      }
  }
}

function flagsIn({ parameters, flags }: CommandModel): string[] {
  return [...withInner(parameters), ...flags].flatMap((one) => one.flags)
}

/** Of several letters, one is wrong. */
export function unknownOption(word: string, known: readonly string[]): string {
  const letters = /^-[^-]{2,}$/.test(word) ? Array.from(word.slice(1), (letter) => `-${letter}`) : []
  const wrong = letters.find((flag) => !known.includes(flag))
  return wrong === undefined ? `unknown option ${word}` : `unknown option ${word}: there is no ${wrong}`
}

function expectation(model: CommandModel, name: string | undefined): string {
  const choices = choicesFor(model, name)
  if (choices !== undefined) return `must be one of ${choices.join(', ')}`
  return typeWord(model, name) === 'number' ? 'must be a number' : 'must be a whole number'
}

function typeWord(model: CommandModel, name: string | undefined): unknown {
  const form = withInner(model.parameters).find(({ key }) => key === name)?.form
  return (form?.items ?? form)?.type
}

/** The same line with a placeholder. */
function filledIn(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  leftover: Leftover,
  model: CommandModel,
): Suggestion {
  const { reason, parameter, index, word } = leftover
  const place = placeFor(model, parameter)
  let line = [...words]
  let fix = `See ${quoteLine([cli.name, ...model.path, '--help'])}`
  if (reason === 'missing-value') {
    line.splice(index, 0, place)
    fix = `Give a value for ${nameOf(model, parameter)}`
  } else if (reason === 'missing-argument') {
    line.push(place)
    fix = `Add ${nameOf(model, parameter)}`
  } else if (reason === 'invalid-value') {
    line = replaceValue(line, index - 1, word, place) ?? line.map((one) => (one === word ? place : one))
    const choices = choicesFor(model, parameter)
    fix =
      choices === undefined ? `Give a number for ${nameOf(model, parameter)}` : `Choose one of ${choices.join(', ')}`
  } else {
    return { action: 'retry_with_modified_input', fix, applicability: 'has_placeholders' }
  }
  const example = withPlaces([cli.name, ...line])
  return { action: 'retry_with_modified_input', fix, example, applicability: 'has_placeholders' }
}

/** Placeholders stay unquoted: they are for a reader, not for a shell. */
export function withPlaces(line: readonly string[]): string {
  return quoteLine(line).replaceAll(/'([^' ]*<[\w=]+>)'/g, '$1')
}

/** The placeholder of a value: `<size>`, or `<key=value>` for an entry of a map. */
export function placeFor({ parameters }: CommandModel, key = 'value'): string {
  const isMap = withInner(parameters).some((parameter) => parameter.key === key && parameter.isMap === true)
  return isMap ? '<key=value>' : `<${key.split('.').at(-1)}>`
}

export function nameOf(model: CommandModel, key: string | undefined): string {
  const parameter = withInner(model.parameters).find((candidate) => candidate.key === key)
  if (parameter !== undefined) return shownName(parameter)
  const flags = model.flags.find((flag) => flag.key === key)?.flags
  return flags?.find((flag) => flag.startsWith('--')) ?? String(key)
}
