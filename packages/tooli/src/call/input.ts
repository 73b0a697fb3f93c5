import { CODES, ToolError } from '../errors/error.js'
import type { CommandModel, ParameterModel } from '../model/model.js'
import { check } from '../schema/check.js'
import type { Form } from '../schema/form.js'
import type { AnySchema, StandardIssue } from '../schema/standard.js'
import { Schema } from '../schema/t.js'

export interface SplitInput {
  args: unknown
  options: unknown
}

/** Checks an input, fills in defaults, and parts it into arguments and options. Throws the first thing that is wrong. */
export async function readInput(model: CommandModel, input: Record<string, unknown>): Promise<SplitInput> {
  const { definition } = model.command
  const known = new Set(model.parameters.map(({ key }) => key))
  const unknown = Object.keys(input).find((key) => !known.has(key))
  if (unknown !== undefined) {
    throw new ToolError(CODES.unknownOption, `"${unknown}" is not known`, { details: { parameter: unknown } })
  }
  const part = (kind: ParameterModel['kind'], schema: AnySchema | undefined) => {
    const keys = model.parameters.filter((parameter) => parameter.kind === kind).map(({ key }) => key)
    const given = Object.fromEntries(
      keys.filter((key) => own(input, key) !== undefined).map((key) => [key, input[key]]),
    )
    return validate(schema, given, (issue) => toInputError(issue, model, input))
  }
  const args = part('argument', definition.args)
  const options = part('option', definition.options)
  for (const { hints, key } of model.parameters) {
    if (hints.path?.exists !== true || own(input, key) === undefined) continue
    const { checkPath } = await import('./check-path.js')
    checkPath(labelOf(model, key), key, input[key], hints.path)
  }
  // Only schemas of other libraries answer later; waiting without need costs a turn of the loop.
  return args instanceof Promise || options instanceof Promise
    ? { args: await args, options: await options }
    : { args, options }
}

/** A parameter may be called `constructor`, which every object has. */
export function own(values: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** The value as the schema gives it back, or the error made from its first issue. */
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

function toInputError(issue: StandardIssue, model: CommandModel, input: Record<string, unknown>): ToolError {
  const [parameter, ...rest] = pathOf(issue)
  // Libraries say "missing" in their own words, or not at all.
  const isMissing = parameter !== undefined && rest.length === 0 && own(input, parameter) === undefined
  const name = [parameter === undefined ? 'the input' : labelOf(model, parameter), ...rest].join('.')
  const code = isMissing ? CODES.missingArgument : CODES.invalidValue
  return new ToolError(code, isMissing ? `${name} is missing` : describeIssue(name, issue), {
    details: { ...(parameter && { parameter }), ...(rest.length > 0 && { at: rest.join('.') }) },
  })
}

export function pathOf({ path = [] }: StandardIssue): string[] {
  return path.map((part) => String(typeof part === 'object' ? part.key : part))
}

/** Our messages continue the name, as do those of arktype, which begin with their own; others are whole sentences. */
export function describeIssue(name: string, issue: StandardIssue): string {
  const own = `${pathOf(issue).join('.')} `
  const message = issue.message.startsWith(own) ? issue.message.slice(own.length) : issue.message
  return /^(?:must|is) /.test(message) ? `${name} ${message}` : `${name}: ${message}`
}

function labelOf(model: CommandModel, key: string): string {
  return label(
    model.parameters.find((parameter) => parameter.key === key),
    key,
  )
}

/** How a person knows the parameter: `<pattern>`, `--max-depth`. */
function label(parameter: ParameterModel | undefined, fallback: string): string {
  if (parameter === undefined) return fallback
  if (parameter.kind === 'argument') return `<${parameter.key}>`
  return parameter.flags.find((flag) => flag.startsWith('--')) ?? fallback
}
