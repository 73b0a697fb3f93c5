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
  /** Absent if a provider has no such mode. */
  strict?: StrictMode
  /** Maximum number of tools in one request, if there is one. */
  maxTools?: number
  /** Options that have an effect for this provider, besides those that always have one. */
  heeds: readonly (keyof CompileOptions)[]
}

/** A provider's format: its rules, and how tools are written in it. */
export interface Target<Tool, Tools = Tool[]> extends TargetRules {
  write: (part: Part) => Tool
  /** All tools as the provider's library takes them. */
  collect: (tools: Tool[], parts: readonly Part[], options: CompileOptions) => Tools
}

/** The input of `write`. */
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
