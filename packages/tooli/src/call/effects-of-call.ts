import { worsen, type Effects } from '@atip/protocol'
import type { CommandModel } from '../model/model.js'
import { own } from './input.js'
import { isSaid } from './relations.js'

/** What this very call does: the command's own effects, made worse by what it is given. */
export function effectsOfCall(model: CommandModel, input: Record<string, unknown>): Effects {
  const { effects = {} } = model.command.definition
  return model.parameters
    .filter(({ hints, key, form }) => hints.effects !== undefined && isSaid(own(input, key) ?? form.default))
    .reduce((worse, { hints }) => worsen(worse, hints.effects!), effects)
}
