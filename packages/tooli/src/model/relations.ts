import type { Form } from '../schema/form.js'
import type { ParameterModel } from './model.js'
import { shownName } from './shown-name.js'

/** Adds the relations of options in words. A key that no parameter has is a mistake in the definition. */
export function withNotes(parameters: ParameterModel[]): ParameterModel[] {
  if (!parameters.some(isRelated)) return parameters
  const names = new Map(parameters.map((parameter) => [parameter.key, shownName(parameter)]))
  return parameters.map((parameter) => {
    if (!isRelated(parameter)) return parameter
    const notes = relationNotes(parameter, (key) => {
      const name = names.get(key)
      if (name !== undefined) return name
      throw new TypeError(`the option "${parameter.key}" names "${key}", which the command does not have`)
    })
    return { ...parameter, notes }
  })
}

function isRelated({ hints: { conflicts, requires, implies } }: ParameterModel): boolean {
  return (conflicts ?? requires ?? implies) !== undefined
}

/** `['not with --all', 'needs --user', 'sets --force']` */
export function relationNotes({ hints }: ParameterModel, nameOfKey: (key: string) => string): string[] {
  const { conflicts = [], requires = [], implies = {} } = hints
  const implied = Object.entries(implies).map(([key, value]) =>
    value === true ? nameOfKey(key) : `${nameOfKey(key)} to ${JSON.stringify(value)}`,
  )
  return [
    ...(conflicts.length > 0 ? [`not with ${conflicts.map(nameOfKey).join(', ')}`] : []),
    ...(requires.length > 0 ? [`needs ${requires.map(nameOfKey).join(', ')}`] : []),
    ...(implied.length > 0 ? [`sets ${implied.join(', ')}`] : []),
  ]
}

/**
 * The relations as JSON Schema, without `allOf` or `anyOf` at the top, which some model providers refuse. `isKnown`
 * says whether a parameter's value comes from elsewhere.
 */
export function dependentSchemas(
  parameters: readonly ParameterModel[],
  isKnown: (key: string) => boolean = () => false,
): Record<string, Form> | undefined {
  const said = new Map(parameters.map((parameter) => [parameter.key, whenSaid(parameter)]))
  const entries = parameters.flatMap(({ key, form, hints }) => {
    const { conflicts = [], requires = [] } = hints
    const rules: Form[] = [
      ...conflicts.map((other) => ({ not: said.get(other) })),
      ...requires.filter((other) => !isKnown(other)).map((other) => said.get(other)!),
    ]
    if (rules.length === 0) return []
    const rule: Form = { allOf: rules }
    return [[key, isSwitch(form) ? { anyOf: [{ properties: { [key]: { const: false } } }, rule] } : rule] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** A switch that is off counts as not given. */
function whenSaid({ key, form }: ParameterModel): Form {
  return { required: [key], ...(isSwitch(form) && { properties: { [key]: { const: true } } }) }
}

function isSwitch({ type }: Form): boolean {
  return type === 'boolean'
}
