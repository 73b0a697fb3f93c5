import { describeIssue } from '../call/input.js'
import type { CallFlags } from '../call/surface.js'
import { publicSchema } from '../describe/agent-schema.js'
import { isReader } from '../effects/reader.js'
import { CODES, ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { dependentSchemas, relationNotes } from '../model/relations.js'
import { check } from '../schema/check.js'
import { isBytes } from '../schema/bytes.js'
import { isContent, isList } from '../schema/content.js'
import type { Form } from '../schema/form.js'
import { worstOf } from './tool-effects.js'

export type ToolJsonSchema = { type: 'object'; [keyword: string]: unknown }

/** Parameters of a call besides its input: flags of the command line that are useful to a model. */
const EXTRAS = {
  dryRun: { type: 'boolean', description: 'Show what would be done, and do nothing' },
  limit: { type: 'integer', minimum: 1, description: 'At most this many entries' },
  cursor: { type: 'string', description: 'Where to continue: the cursor in meta.truncated of the previous answer' },
} as const

type Extra = keyof typeof EXTRAS

/** A command's own parameter of the same name comes first. */
export function extrasOf(model: CommandModel): Extra[] {
  const { definition } = model.command
  const wanted: Extra[] = [
    ...(definition.dryRun === true && !isReader(worstOf(model)) ? (['dryRun'] as const) : []),
    ...(isList(model.output) ? (['limit', 'cursor'] as const) : []),
  ]
  return wanted.filter((extra) => model.parameters.every(({ key }) => key !== extra))
}

/** `isKnown` says whether a value comes from the environment or a file, so that it need not be given. */
export function inputSchemaOf(model: CommandModel, isKnown: (key: string) => boolean): ToolJsonSchema {
  const { properties, required, ...rest } = publicSchema(model.input) as Record<string, unknown>
  const related = dependentSchemas(model.parameters, isKnown)
  const extras = Object.fromEntries(extrasOf(model).map((extra) => [extra, EXTRAS[extra]]))
  const needed = ((required ?? []) as string[]).filter((key) => !isKnown(key))
  return {
    ...rest,
    type: 'object',
    properties: { ...withRelations(model, properties as Record<string, Form>), ...extras },
    ...(needed.length > 0 && { required: needed }),
    ...(related && { dependentSchemas: related }),
  }
}

/** Models read descriptions more reliably than conditions. */
function withRelations(model: CommandModel, properties: Record<string, Form> = {}): Record<string, Form> {
  const related = model.parameters.filter(({ notes }) => notes !== undefined)
  const told = related.map((parameter) => {
    const form = properties[parameter.key]!
    const notes = relationNotes(parameter, (key) => JSON.stringify(key)).join('; ')
    return [parameter.key, { ...form, description: `${form.description ?? parameter.key} (${notes})` }] as const
  })
  return { ...properties, ...Object.fromEntries(told) }
}

/** The schema of `error`, which is present if `ok` is false. */
const ERROR = { type: 'object', description: 'Why it failed: code, message, suggestion, is_retryable' }

/**
 * The schema of both success and failure; undefined if the result is content for the client. Clients that validate also
 * check failures, `isError` or not, and discard documents that do not match.
 */
export function outputSchemaOf(model: CommandModel, isBare: boolean): ToolJsonSchema | undefined {
  const { output } = model
  if (isContent(output) || isBytes(output)) return undefined
  if (isBare) {
    const { $id: _, ...success } = publicSchema(output!)
    const failure = { properties: { ok: { const: false }, error: ERROR }, required: ['ok', 'error'] }
    return { type: 'object', anyOf: [success, failure] }
  }
  return {
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      ...(output && {
        data: extrasOf(model).includes('limit') ? anyPartOf(publicSchema(output)) : publicSchema(output),
      }),
      error: ERROR,
      meta: { type: 'object', description: 'What was cut off, what a dry run would have done' },
    },
    required: ['ok'],
  }
}

/** Keywords that hold for a whole list, but not for every part of it. */
const OF_WHOLE_LISTS = ['minItems', 'contains', 'minContains']

/** The schema of a list or of the part that a caller requests. */
function anyPartOf(list: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(list).filter(([keyword]) => !OF_WHOLE_LISTS.includes(keyword)))
}

/** Splits a client's arguments into the input of the command and flags. */
export function splitArguments(
  model: CommandModel,
  given: Readonly<Record<string, unknown>>,
): { input: Record<string, unknown>; flags: CallFlags } {
  const extras = new Set<string>(extrasOf(model))
  const entries = Object.entries(given)
  const flags = entries.filter(([key]) => extras.has(key))
  for (const [key, value] of flags) {
    const [issue] = check(EXTRAS[key as Extra], value).issues
    // A call with "dryRun": "yes" must not run for real.
    if (issue === undefined) continue
    throw new ToolError(CODES.invalidValue, describeIssue(key, issue), { details: { parameter: key } })
  }
  return {
    input: Object.fromEntries(entries.filter(([key]) => !extras.has(key))),
    flags: Object.fromEntries(flags) as CallFlags,
  }
}
