import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchemaObject } from './tool.js'

/** A schema that does not compile. */
export class SchemaError extends Error {
  constructor(
    /** The tool and its schema: `fs.edit: input`. */
    readonly place: string,
    message: string,
  ) {
    super(`${place} is not a valid JSON Schema: ${message}`)
  }
}

/** The problems of a value, for people and models; empty if it is valid. */
export type SchemaCheck = (value: unknown) => string[]

/** Shared, because each instance first compiles the meta-schema, which takes long. */
let shared: Ajv2020 | undefined

export function compileSchema(schema: JsonSchemaObject, place: string): SchemaCheck {
  let check: ValidateFunction
  try {
    // Two tools may use the same `$id`, which one instance rejects.
    const hasIds = JSON.stringify(schema).includes('"$id"')
    const ajv = hasIds ? newAjv() : (shared ??= newAjv())
    check = ajv.compile(schema)
    ajv.removeSchema(schema)
  } catch (error) {
    throw new SchemaError(place, (error as Error).message)
  }
  return (value) => (check(value) ? [] : (check.errors ?? []).slice(0, MOST_PROBLEMS).map(sayProblem))
}

function newAjv(): Ajv2020 {
  const options = { allErrors: true, strict: false, validateFormats: false, addUsedSchema: false }
  return new Ajv2020(options)
}

const MOST_PROBLEMS = 10

function sayProblem({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown[] }
  const more =
    additionalProperty === undefined
      ? allowedValues === undefined
        ? ''
        : `: ${allowedValues.map((one) => JSON.stringify(one)).join(', ')}`
      : `: ${JSON.stringify(additionalProperty)}`
  return `${instancePath === '' ? 'the input' : instancePath} ${message ?? 'is not valid'}${more}`
}
