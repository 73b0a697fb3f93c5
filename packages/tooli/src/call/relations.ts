import { CODES, ToolError } from '../errors/error.js'
import type { CommandModel, ParameterModel } from '../model/model.js'
import { labelOf, own } from './input.js'

/** Fills in what the given options imply, transitively. Given values stay. */
export function withImplied(model: CommandModel, input: Record<string, unknown>): Record<string, unknown> {
  const implying = model.parameters.filter(({ hints }) => hints.implies !== undefined)
  const result = { ...input }
  let isComplete = implying.length === 0
  while (!isComplete) {
    isComplete = true
    for (const { key, hints } of implying.filter((one) => isSaid(own(result, one.key)))) {
      for (const [other, value] of Object.entries(hints.implies!)) {
        if (other === key || own(result, other) !== undefined) continue
        result[other] = value
        isComplete = false
      }
    }
  }
  return result
}

/** Refuses options that exclude each other, or lack one that they require. */
export function checkRelations(model: CommandModel, input: Record<string, unknown>): void {
  const isGiven = (key: string) => isSaid(own(input, key))
  for (const parameter of model.parameters.filter(({ key }) => isGiven(key))) {
    const { conflicts = [], requires = [] } = parameter.hints
    const other = conflicts.find(isGiven)
    if (other !== undefined) throw refuse(model, parameter, other, false)
    const missing = requires.find((key) => !isGiven(key))
    if (missing !== undefined) throw refuse(model, parameter, missing, true)
  }
}

/** A switch that is off counts as not given. */
export function isSaid(value: unknown): boolean {
  return value !== undefined && value !== false
}

function refuse(model: CommandModel, { key }: ParameterModel, other: string, isMissing: boolean): ToolError {
  const words = isMissing ? 'can only be given with' : 'cannot be given with'
  const message = `${labelOf(model, key)} ${words} ${labelOf(model, other)}`
  const details = { parameter: key, other, ...(isMissing && { isMissing }) }
  return new ToolError(CODES.relatedOptions, message, { details })
}
