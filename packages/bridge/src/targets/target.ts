import type { CompileOptions } from './options.js'
import type { Draft } from './draft.js'
import type { TextLimit } from '../describe/fit.js'
import type { PropertyRule } from '../names/property-names.js'
import type { SchemaLimits } from '../schema/budget.js'
import type { Strictness } from '../schema/object.js'
import type { Dialect } from '../schema/property.js'
import type { ObjectSchema } from '../schema/types.js'

/** What a provider allows. */
export interface TargetRules {
  propertyNames: PropertyRule
  descriptions: Pick<TextLimit, 'size' | 'unit'>
  dialect: Dialect
  /** Absent where a provider has no such mode. */
  strict?: StrictMode
  /** Most tools of one request, where that is a rule. */
  maxTools?: number
  /** Options that say something here, besides those that do everywhere. */
  heeds: readonly (keyof CompileOptions)[]
}

/** A provider's format: its rules, and how tools are written down in it. */
export interface Target<Tool, Tools = Tool[]> extends TargetRules {
  write: (part: Part) => Tool
  /** All tools as the provider's library takes them. */
  collect: (tools: Tool[], parts: readonly Part[], options: CompileOptions) => Tools
}

/** What `write` gets to see. */
export interface Part {
  draft: Draft
  schema: ObjectSchema
  isStrict: boolean
  isDeferred: boolean
}

export interface StrictMode {
  style: Strictness
  perTool: SchemaLimits
  perRequest: SchemaLimits
  maxTools: number
}
