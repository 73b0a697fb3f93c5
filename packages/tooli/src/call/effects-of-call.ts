import { worsen, type Effects } from '@atip/protocol'
import type { CommandModel } from '../model/model.js'
import { own } from './input.js'
import { isSaid } from './relations.js'

/** The effects of this call: the command's own, made worse by those of the given options. */
export function effectsOfCall(model: CommandModel, input: Record<string, unknown>): Effects {
  const { effects = {} } = model.command.definition
  return model.parameters
    .filter(({ hints, key, form }) => hints.effects !== undefined && isSaid(own(input, key) ?? form.default))
    .reduce((worse, { hints }) => worsen(worse, hints.effects!), effects)
}
