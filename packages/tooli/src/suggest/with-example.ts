import { quoteLine } from '@atip/protocol'
import type { Io } from '../call/io.js'
import type { Failure } from '../call/outcome.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, type Suggestion } from '../errors/error.js'
import type { CommandModel, ParameterModel } from '../model/model.js'
import { withInner } from '../model/parameters.js'
import { shownName } from '../model/shown-name.js'
import { longFlag } from '../model/scope.js'
import { originOf } from '../parse/origin.js'
import { keyOf, readLine, type LineReading } from '../parse/read-line.js'
import type { Form } from '../schema/form.js'
import { nameOf, placeFor, withPlaces } from './line-error.js'
import { replaceValue } from './repair.js'
import { meantKey } from './stray-key.js'
import { suggestCall } from './suggest-call.js'

/** Adds the command line that would help, which the executor does not know. */
export async function withExample(
  cli: CliDefinition<CommandMap>,
  model: CommandModel,
  failed: Failure,
  words: readonly string[],
  io: Io,
): Promise<Failure> {
  const { error } = failed
  const line = [cli.name, ...words]
  const put = (suggestion: Suggestion): Failure => ({ ...failed, error: { ...error, suggestion } })
  if (error.code === CODES.confirmationNeeded && error.suggestion !== undefined) {
    const yes = longFlag(model.flags, 'yes')
    if (yes === undefined) return failed
    const end = line.includes('--') ? line.indexOf('--') : line.length
    return put({ ...error.suggestion, example: quoteLine([...line.slice(0, end), yes, ...line.slice(end)]) })
  }
  if (error.suggestion !== undefined || error.category !== 'input') return failed
  const key = error.details?.parameter
  if (typeof key !== 'string') return failed
  const elsewhere = await blamed(cli, model, failed, words, key, io)
  if (elsewhere !== undefined) return elsewhere
  const meant = meantInput(cli, model, failed, words, key)
  if (meant !== undefined) return put(meant)
  const parameter = model.parameters.find((candidate) => candidate.key === key)
  if (error.code === CODES.relatedOptions) return put(related(model, error.details ?? {}, line))
  if (parameter === undefined || error.code !== CODES.missingArgument) return corrected(cli, model, failed, words, key)
  const keys = (error.details?.missing ?? [key]) as string[]
  const wanted = model.parameters.filter((candidate) => keys.includes(candidate.key))
  const options = wanted.filter(({ kind }) => kind === 'option').map((one) => placesOf(model, one))
  const missing = wanted.filter(({ kind }) => kind === 'argument')
  const args = missing.map((one) => `<${one.key}>`)
  return put({
    action: 'retry_with_modified_input',
    fix: `Add ${[...missing.map(shownName), ...options].join(' ')}`,
    example: withAdded(line, args, options),
    applicability: 'has_placeholders',
  })
}

/** The error of a value that does not come from the line: the words are right. */
async function blamed(
  cli: CliDefinition<CommandMap>,
  model: CommandModel,
  failed: Failure,
  words: readonly string[],
  key: string,
  io: Io,
): Promise<Failure | undefined> {
  const { error } = failed
  if (error.code !== CODES.invalidValue && error.code !== CODES.unreadableFile) return undefined
  const { at } = (error.details ?? {}) as { at?: string }
  const origin = await originOf(cli, model, readLine(cli.name, model, words), [key, at], io)
  if (origin === undefined) return undefined
  const inner = withInner(model.parameters).find((one) => one.key === `${key}.${at}`)
  const names = [...(inner ? [shownName(inner)] : []), `${nameOf(model, key)}.${at}`, nameOf(model, key)]
  const name = names.find((one) => error.message.startsWith(one))
  const message =
    name === undefined ? `${origin.name}: ${error.message}` : origin.name + error.message.slice(name.length)
  const suggestion: Suggestion = {
    action: 'retry_with_modified_input',
    fix: origin.fix,
    applicability: 'has_placeholders',
  }
  return { ...failed, error: { ...error, message, suggestion } }
}

/** The line with another `--input`, if the mistake is in one that was written as JSON. */
function meantInput(
  cli: CliDefinition<CommandMap>,
  model: CommandModel,
  failed: Failure,
  words: readonly string[],
  key: string,
): Suggestion | undefined {
  const { code } = failed.error
  if (code !== CODES.unknownOption && code !== CODES.invalidValue) return undefined
  const { parsed, flags } = readLine(cli.name, model, words)
  const place = wordOf(parsed.uses, words, 'input', undefined)
  if (flags.input?.startsWith('{') !== true || place === undefined) return undefined
  const given = JSON.parse(flags.input) as Record<string, unknown>
  if (!Object.hasOwn(given, key)) return undefined
  const { suggestion } = suggestCall((values) => values, model, given, failed).error
  if (suggestion?.example === undefined) return suggestion
  const line = replaceValue(words, place.index, place.value, suggestion.example)
  return line && { ...suggestion, example: quoteLine([cli.name, ...line]) }
}

/** An option with a placeholder; for an object, the options of its required keys. */
function placesOf(model: CommandModel, { key, form, hints, inner }: ParameterModel): string {
  if (hints.secret === true) return `${nameOf(model, key)} @<file>`
  if (inner === undefined) return `${nameOf(model, key)} ${placeFor(model, key)}`
  const needed = inner.filter(({ at }) => isNeeded(form, at.slice(1)))
  if (needed.length === 0) return `${nameOf(model, key)} '{}'`
  return needed.map((one) => `${nameOf(model, one.key)} <${one.at.at(-1)}>`).join(' ')
}

function isNeeded({ required = [], properties = {} }: Form, [key, ...rest]: readonly string[]): boolean {
  const form = properties[key!] ?? {}
  return required.includes(key!) && form.default === undefined && (rest.length === 0 || isNeeded(form, rest))
}

/** The suggestion for options that exclude or require each other. */
function related(
  model: CommandModel,
  { parameter, other, isMissing }: Readonly<Record<string, unknown>>,
  line: readonly string[],
): Suggestion {
  const [one, second] = [parameter, other].map((key) => nameOf(model, key as string))
  const lacking = model.parameters.find(({ key }) => key === other)
  const action = 'retry_with_modified_input'
  if (isMissing !== true || lacking === undefined)
    return { action, fix: `Give only one of ${one} and ${second}`, applicability: 'has_placeholders' }
  const isSwitch = lacking.form.type === 'boolean'
  const isArgument = lacking.kind === 'argument'
  const added = isArgument ? `<${lacking.key}>` : isSwitch ? second! : placesOf(model, lacking)
  return {
    action,
    fix: `Add ${isArgument ? second : added}, or leave out ${one}`,
    example: isArgument ? withAdded(line, [added], []) : withAdded(line, [], [added]),
    applicability: isSwitch ? 'maybe_incorrect' : 'has_placeholders',
  }
}

/** After `--` an option would be read as an argument. */
function withAdded(line: readonly string[], args: readonly string[], options: readonly string[]): string {
  const end = line.includes('--') ? line.indexOf('--') : line.length
  const [before, after] = [line.slice(0, end), line.slice(end)].map((words) => quoteLine(words))
  const placed = after === '' ? [before, ...args, ...options] : [before, ...options, after, ...args]
  return placed.join(' ')
}

/** Points at the word with the wrong value, and shows the line with a placeholder. */
function corrected(
  cli: CliDefinition<CommandMap>,
  model: CommandModel,
  failed: Failure,
  words: readonly string[],
  key: string,
): Failure {
  const { error } = failed
  const { at } = error.details ?? {}
  const inner = withInner(model.parameters).find((one) => one.key === `${key}.${String(at)}`)?.key
  if (inner !== undefined && error.details?.isMissing === true) {
    const added = [`${nameOf(model, inner)} <${inner.split('.').at(-1)}>`]
    const suggestion: Suggestion = {
      action: 'retry_with_modified_input',
      fix: `Add ${added[0]}`,
      example: withAdded([cli.name, ...words], [], added),
      applicability: 'has_placeholders',
    }
    return { ...failed, error: { ...error, suggestion } }
  }
  const { uses } = readLine(cli.name, model, words).parsed
  const place = wordOf(uses, words, uses.some(({ parameter }) => parameter.name === inner) ? inner! : key, at)
  const stray = error.code === CODES.unknownOption ? meantKey(model, error.details) : undefined
  const better = place && betterWord(model, place, stray)
  const line = place && better && replaceValue(words, place.index, place.value, better)
  const fix = stray
    ? stray.meant === undefined
      ? `Use only what there is: ${stray.known.join(', ')}`
      : `Did you mean "${stray.meant}"?`
    : `Correct ${nameOf(model, inner ?? key)}; see ${quoteLine([cli.name, ...model.path, '--help'])}`
  const suggestion: Suggestion = {
    action: 'retry_with_modified_input',
    fix,
    ...(line && { example: stray ? quoteLine([cli.name, ...line]) : withPlaces([cli.name, ...line]) }),
    applicability: stray?.meant === undefined ? 'has_placeholders' : 'maybe_incorrect',
  }
  const details = { ...error.details, ...(place && { index: place.shownAt, word: words[place.shownAt - 1] }) }
  return { ...failed, error: { ...error, suggestion, details } }
}

type Stray = ReturnType<typeof meantKey>

function betterWord(model: CommandModel, { value, key }: Place, stray: Stray): string | undefined {
  if (stray === undefined) return placeFor(model, key)
  const parts = value.split(JSON.stringify(stray.wrong))
  return stray.meant === undefined || parts.length !== 2 ? undefined : parts.join(JSON.stringify(stray.meant))
}

interface Place {
  key: string
  value: string
  index: number
  shownAt: number
}

/** The word of a parameter's value, or the whole input; undefined if its value comes from elsewhere. */
function wordOf(
  uses: LineReading['parsed']['uses'],
  words: readonly string[],
  key: string,
  at: unknown,
): Place | undefined {
  const own = uses.filter(({ parameter }) => parameter.name === key)
  const entry = /^\d+/.exec(typeof at === 'string' ? at : '')?.[0]
  const use =
    own[Number(entry ?? -1)] ?? own.at(-1) ?? uses.findLast(({ parameter }) => keyOf(parameter.name) === 'input')
  const value = use?.words.at(-1)
  if (use === undefined || value === undefined) return undefined
  const index = use.index - 1
  const shownAt = words[index] !== value && words[index + 1] === value ? use.index + 1 : use.index
  return { key: keyOf(use.parameter.name)!, value, index, shownAt }
}
