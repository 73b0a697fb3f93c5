import type { TextLimit } from '../describe/fit.js'
import type { NameCache, PropertyRule } from '../names/property-names.js'
import type { NameRule } from '../names/tool-names.js'
import type { Dialect } from '../schema/property.js'

/** What all commands of one compilation share. */
export interface Setting {
  toolNames: NameRule
  propertyNames: PropertyRule
  dialect: Dialect
  /** For the descriptions of tools. */
  limit: TextLimit
  withResources: boolean
  withExamples: boolean
  names: NameCache
}
