import fc from 'fast-check'
import type { AtipTool, Command, InputValue } from '@atip/protocol'
import { inputFor } from '../../protocol/testing/arbitraries.js'

type Values = Record<string, InputValue | undefined>

/** The protocol's generator, extended by choices in `items`, counted switches, and a switch without a negated form. */
export function sampleInput(tool: AtipTool, command: Command, seed: number): { arguments: Values; options: Values } {
  const options = (command.options ?? []).map((option) => ({ ...option, enum: option.enum ?? option.items?.enum }))
  const input = fc.sample(inputFor(tool, { ...command, options }), { numRuns: 1, seed })[0]!
  const given = { ...input.options }
  if (given.verbose !== undefined) given.verbose = [true, true]
  if (given.noColor === false) delete given.noColor
  return { arguments: { ...input.arguments }, options: given }
}
