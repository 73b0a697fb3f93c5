import { isDeepStrictEqual } from 'node:util'
import type { Argument, Option, Scalar, ValueType } from '@atip/protocol'
import type { CommandModel, ParameterModel } from '../model/model.js'
import { holdsSecret } from '../model/to-atip.js'
import type { Form } from '../schema/form.js'
import { plainSchema, sorted } from './plain-schema.js'

/** What a contract stores about an argument or option and ATIP has no field for. */
export interface ParameterSurface {
  /** JSON Schema of its value, if it says more than the fields of ATIP. */
  schema?: Form
  /** Key in configuration files, if not its name; `false` for none. */
  config?: string | false
  /** Its path must exist. */
  mustExist?: true
  /** Its value is refused on the command line. */
  secret?: true
  /** Keys of options that must not be given with it, and of those that must. */
  conflicts?: string[]
  requires?: string[]
  hidden?: true
  deprecated?: true
}

type AnyParameter = Argument | Option

/** An argument or option without prose, with unordered lists sorted. */
export function parameterSurface<T extends AnyParameter>(parameter: T, model: CommandModel): T {
  const { description: _, ...rest } = parameter
  const own = model.parameters.find(
    ({ key, kind, flags }) =>
      key === parameter.name && (parameter.flags ? flags === parameter.flags : kind === 'argument'),
  )
  const plain = { ...withSortedLists(rest as T), name: nameBeside(parameter, model) }
  const extension = own === undefined ? {} : extensionOf(own, plain)
  return Object.keys(extension).length > 0 ? { ...plain, 'x-tooli': extension } : plain
}

export function withSortedLists<T extends AnyParameter>(parameter: T): T {
  const { flags, enum: choices, items } = parameter
  return {
    ...parameter,
    ...(flags && { flags: sorted(flags) }),
    ...(choices && { enum: sorted(choices) }),
    ...(items?.enum && { items: { ...items, enum: sorted(items.enum) } }),
  }
}

/** Renames an option that has the name but not the flags of a built-in one, so that it is not taken for it. */
function nameBeside({ name, flags }: AnyParameter, model: CommandModel): string {
  const builtIn = flags && model.flags.find(({ key }) => key === name)
  if (builtIn === undefined || builtIn.flags.some((flag) => flags!.includes(flag))) return name
  return flags!.find((flag) => flag.startsWith('--'))!.slice(2)
}

function extensionOf({ form, hints, isRequired }: ParameterModel, parameter: AnyParameter): ParameterSurface {
  const { deprecated, default: preset, ...schema } = plainSchema(form)
  const isTold = isDeepStrictEqual(schema, impliedSchema(parameter))
  const isPresetTold = preset === undefined || isDeepStrictEqual(preset, parameter.default) || holdsSecret(form)
  const rest = { ...(isTold ? {} : schema), ...(!isPresetTold && { default: preset }) }
  return {
    ...((!isTold || !isPresetTold) && { schema: isTold ? { ...impliedSchema(parameter), ...rest } : rest }),
    ...(hints.config !== undefined && hints.config !== parameter.name && { config: hints.config }),
    ...(hints.path?.exists === true && { mustExist: true as const }),
    ...(hints.secret === true && { secret: true as const }),
    ...(hints.conflicts?.length && { conflicts: sorted(hints.conflicts) }),
    ...(hints.requires?.length && { requires: sorted(hints.requires) }),
    // Required parameters are always shown.
    ...(hints.hidden === true && !isRequired && { hidden: true as const }),
    ...(deprecated === true && { deprecated: true as const }),
  }
}

/** The JSON Schema of a parameter's value, without its default. */
export function schemaOf(parameter: AnyParameter): Form {
  const { schema } = surfaceOf(parameter)
  if (schema === undefined) return impliedSchema(parameter)
  const { default: _, ...rest } = schema
  return rest
}

export function defaultOf(parameter: AnyParameter): unknown {
  return surfaceOf(parameter).schema?.default ?? parameter.default
}

export function surfaceOf(parameter: AnyParameter): ParameterSurface {
  return (parameter['x-tooli'] ?? {}) as ParameterSurface
}

/** The schema that the fields of ATIP alone imply. */
function impliedSchema({ type, enum: choices, items, variadic, flags }: AnyParameter): Form {
  const one =
    type === 'array'
      ? { type: 'array' as const, items: simpleSchema(items?.type, items?.enum) }
      : simpleSchema(type, choices)
  return variadic === true && flags === undefined ? { type: 'array', items: one } : one
}

function simpleSchema(type: ValueType = 'string', choices?: readonly Scalar[]): Form {
  switch (type) {
    case 'enum':
      return { enum: sorted(choices ?? []), ...typeOfAll(choices ?? []) }
    case 'file':
    case 'directory':
      return { type: 'string' }
    case 'url':
      return { type: 'string', format: 'uri' }
    case 'array':
      return { type: 'array' }
    default:
      return { type, ...(choices && { enum: sorted(choices) }) }
  }
}

function typeOfAll(values: readonly Scalar[]): Pick<Form, 'type'> {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' }
  return values.every((value) => typeof value === 'number') ? { type: 'number' } : {}
}
