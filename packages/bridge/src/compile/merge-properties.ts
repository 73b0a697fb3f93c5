import type { ByName } from '@atip/protocol'
import { fittingName } from '../names/property-names.js'
import { sha256 } from '../names/sha256.js'
import { withHash } from '../names/tool-names.js'
import type { Property } from '../schema/object.js'
import type { PropertySchema } from '../schema/types.js'
import type { PropertyEntry } from '../types.js'
import type { Described } from './discrete.js'
import type { Parameters } from './parameters.js'
import type { Setting } from './setting.js'

/** A property that several commands share. */
interface Shared {
  schema: PropertySchema
  key: string
  uses: { action: string; text: string; isRequired: boolean }[]
}

/** The parameters of one command after the merge. */
type Merged = Pick<Parameters, 'properties' | 'entries'>

/**
 * The properties of several commands in one list, and those of each command under their new names. The same name with
 * the same kind of value is one property; with another kind of value, it gets the command's name as a prefix.
 */
export function mergeProperties(
  actions: readonly string[],
  members: readonly Described[],
  setting: Setting,
): { properties: Property[]; merged: Merged[] } {
  const shared = new Map<string, Shared>()
  const merged = members.map(({ parameters }, index): Merged => {
    const own = Object.create(null) as ByName<PropertyEntry>
    const renamed = parameters.properties.map((property) => {
      const action = actions[index]!
      const { schema, isRequired } = property
      const key = keyOf(schema)
      const name = nameFor(property.name, key, action, shared, own, setting)
      const use = { action, text: schema.description!, isRequired }
      const other = shared.get(name)
      if (other === undefined) shared.set(name, { schema, key, uses: [use] })
      else other.uses.push(use)
      own[name] = parameters.entries[property.name]!
      return { ...property, name }
    })
    return { properties: renamed, entries: own }
  })
  const properties = [...shared].map(([name, property]) => toProperty(name, property, actions.length))
  return { properties, merged }
}

/** The kind of a value: its schema without the description and without a `minItems` of 1. */
function keyOf(schema: PropertySchema): string {
  return JSON.stringify({ ...withoutLeastItem(schema), description: undefined })
}

function withoutLeastItem(schema: PropertySchema): PropertySchema {
  const { minItems, ...rest } = schema
  return minItems === 1 && schema.maxItems === undefined ? rest : schema
}

function nameFor(
  wanted: string,
  key: string,
  action: string,
  shared: ReadonlyMap<string, Shared>,
  own: Readonly<ByName<PropertyEntry>>,
  { propertyNames, names }: Setting,
): string {
  const suits = (name: string) => !(name in own) && (shared.get(name)?.key ?? key) === key
  if (suits(wanted)) return wanted
  const prefixed = fittingName(`${action}_${wanted}`, propertyNames, names)
  for (let name = prefixed, count = 0; ; count++) {
    if (suits(name)) return name
    name = withHash(prefixed, sha256(`${action}\0${wanted}\0${count}`).slice(0, 6), propertyNames.maxLength)
  }
}

function toProperty(name: string, { schema, uses }: Shared, actionCount: number): Property {
  const isEverywhere = uses.length === actionCount
  const isRequired = isEverywhere && uses.every((use) => use.isRequired)
  const value = isRequired ? schema : withoutLeastItem(schema)
  return { name, schema: { ...value, description: textOf(uses, isEverywhere) }, isRequired }
}

/** Names the commands that it is for, unless for all, and its meaning for each of them, unless it is the same. */
function textOf(uses: Shared['uses'], isEverywhere: boolean): string {
  const [{ text }] = uses as [Shared['uses'][number]]
  if (uses.some((use) => use.text !== text)) return uses.map((use) => `${labelOf(use)}: ${use.text}`).join('; ')
  const isAlike = isEverywhere && uses.every(({ isRequired }) => isRequired === uses[0]!.isRequired)
  return isAlike ? text : `${text} (for ${uses.map(labelOf).join(', ')})`
}

function labelOf({ action, isRequired }: Shared['uses'][number]): string {
  return isRequired ? `${action} (required)` : action
}
