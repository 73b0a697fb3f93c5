import { isObject } from '@atip/protocol'
import { CODES, ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { formOf, withInner } from '../model/parameters.js'
import { holdsSecret } from '../model/to-atip.js'
import { shownName } from '../model/shown-name.js'
import { check } from '../schema/check.js'
import type { Form } from '../schema/form.js'
import { strayKey } from '../schema/stray-key.js'
import type { AnySchema, StandardIssue } from '../schema/standard.js'
import { Schema } from '../schema/t.js'

export interface SplitInput {
  args: unknown
  options: unknown
}

/** Checks an input, fills in defaults, and splits it into arguments and options. Throws the first problem. */
export async function readInput(model: CommandModel, input: Record<string, unknown>): Promise<SplitInput> {
  const { definition } = model.command
  const known = new Set(model.parameters.map(({ key }) => key))
  const unknown = Object.keys(input).find((key) => !known.has(key))
  if (unknown !== undefined) {
    throw new ToolError(CODES.unknownOption, `"${unknown}" is not known`, { details: { parameter: unknown } })
  }
  const part = (schema: AnySchema | undefined) => {
    const keys = Object.keys(formOf(schema).properties ?? {})
    const given = Object.fromEntries(
      keys.filter((key) => own(input, key) !== undefined).map((key) => [key, input[key]]),
    )
    if (schema !== undefined && !(schema instanceof Schema)) refuseStrayKey(model, formOf(schema), given)
    return validate(schema, given, (issue) => toInputError(issue, model, input))
  }
  const args = part(definition.args)
  const options = [definition.options, ...sharedSchemas(model)].map(part)
  for (const { hints, key } of model.parameters) {
    if (hints.path?.exists !== true || own(input, key) === undefined) continue
    const { checkPath } = await import('./check-path.js')
    checkPath(labelOf(model, key), key, input[key], hints.path)
  }
  // Only schemas of other libraries are asynchronous; a needless `await` costs a turn of the event loop.
  const isLate = [args, ...options].some((value) => value instanceof Promise)
  return isLate ? { args: await args, options: joined(await Promise.all(options)) } : { args, options: joined(options) }
}

function sharedSchemas({ links }: CommandModel): AnySchema[] {
  return links.map(({ options }) => options).filter((options) => options !== undefined)
}

/** Adds shared options to the command's own; without any, a library's object is returned unchanged. */
function joined([own, ...shared]: readonly unknown[]): unknown {
  return shared.length === 0 ? own : Object.assign({}, ...shared, own)
}

/** A parameter may be called `constructor`, which every object has. */
export function own(values: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** Returns the output of the schema, or throws the error for its first issue. */
export function validate(
  schema: AnySchema | undefined,
  value: unknown,
  toError: (issue: StandardIssue) => ToolError,
): unknown {
  if (schema === undefined) return value
  const settle = (result: { value?: unknown; issues?: readonly StandardIssue[] | undefined }) => {
    const issue = result.issues?.[0]
    if (issue !== undefined) throw toError(issue)
    return result.value
  }
  if (schema instanceof Schema) return settle(check(schema.form, value))
  const standard = schema['~standard']
  if (standard === undefined) return settle(check(schema as Form, value))
  const result = standard.validate(value)
  return result instanceof Promise ? result.then(settle) : settle(result)
}

function refuseStrayKey(model: CommandModel, form: Form, given: Record<string, unknown>): void {
  const [parameter, ...at] = strayKey(form, given) ?? []
  if (parameter === undefined) return
  const message = `${[labelOf(model, parameter), ...at].join('.')} is not known`
  throw new ToolError(CODES.unknownOption, message, { details: { parameter, at: at.join('.') } })
}

/** Refuses given values that are wrong, even if others are missing. */
export function checkGiven(model: CommandModel, input: Record<string, unknown>): void {
  for (const { key, form } of model.parameters) {
    const value = own(input, key)
    const [issue] = value === undefined ? [] : check(form, value).issues
    if (issue !== undefined) throw toInputError({ ...issue, path: [key, ...(issue.path ?? [])] }, model, input)
  }
}

function toInputError(issue: StandardIssue, model: CommandModel, input: Record<string, unknown>): ToolError {
  const [parameter, ...rest] = pathOf(issue)
  // Libraries say "missing" in their own words, or not at all.
  const isMissing = parameter !== undefined && rest.length === 0 && own(input, parameter) === undefined
  if (isMissing) return missing(model, input, parameter)
  const inner = withInner(model.parameters).find(({ key }) => key === [parameter, ...rest].join('.'))
  const whole = [parameter === undefined ? 'the input' : labelOf(model, parameter), ...rest].join('.')
  const name = inner === undefined || rest.length === 0 ? whole : shownName(inner)
  const at = rest.length > 0 && {
    at: rest.join('.'),
    ...(valueAt(input, [parameter!, ...rest]) === undefined && { isMissing: true }),
  }
  const found = foundIn(valueAt(input, pathOf(issue)), model, parameter)
  return new ToolError(CODES.invalidValue, describeIssue(name, issue) + found, {
    details: { ...(parameter && { parameter }), ...at },
  })
}

/** Longer values are not repeated in a message. */
const LONGEST_FOUND = 60

/** What was given, for the end of a message: `; found 5`. */
function foundIn(value: unknown, { parameters }: CommandModel, key: string | undefined): string {
  const form = parameters.find((parameter) => parameter.key === key)?.form
  if (form === undefined || holdsSecret(form) || !['string', 'number', 'boolean'].includes(typeof value)) return ''
  const text = JSON.stringify(value)
  return text.length > LONGEST_FOUND ? '' : `; found ${text}`
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, key) => (isObject(inside) ? own(inside, key) : undefined), value)
}

/** Reports everything that is missing at once, so that it can be given at once. */
function missing(model: CommandModel, input: Record<string, unknown>, parameter: string): ToolError {
  const others = model.parameters.filter(({ key, isRequired }) => isRequired && own(input, key) === undefined)
  const keys = [...new Set([parameter, ...others.map(({ key }) => key)])]
  const names = keys.map((key) => labelOf(model, key))
  const last = names.pop()!
  const message = names.length === 0 ? `${last} is missing` : `${names.join(', ')} and ${last} are missing`
  return new ToolError(CODES.missingArgument, message, {
    details: { parameter, ...(keys.length > 1 && { missing: keys }) },
  })
}

export function pathOf({ path = [] }: StandardIssue): string[] {
  return path.map((part) => String(typeof part === 'object' ? part.key : part))
}

/** Our messages continue the name. arktype's do too, but start with the path; other libraries write whole sentences. */
export function describeIssue(name: string, issue: StandardIssue): string {
  const own = `${pathOf(issue).join('.')} `
  const message = issue.message.startsWith(own) ? issue.message.slice(own.length) : issue.message
  return /^(?:must|is) /.test(message) ? `${name} ${message}` : `${name}: ${message}`
}

/** The name by which users know the parameter with this key. */
export function labelOf({ parameters }: CommandModel, key: string): string {
  const parameter = parameters.find((candidate) => candidate.key === key)
  return parameter === undefined ? key : shownName(parameter)
}
