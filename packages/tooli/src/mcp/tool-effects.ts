import { mcpHints, worsen, type Effects, type McpHints } from '@atip/protocol'
import type { CommandModel } from '../model/model.js'
import { isReader } from '../run/reader.js'

/** The worst a call of this command can do, whatever it is given. */
export function worstOf({ command, parameters }: CommandModel): Effects {
  return parameters.reduce(
    (worse, { hints }) => (hints.effects === undefined ? worse : worsen(worse, hints.effects)),
    command.definition.effects ?? {},
  )
}

/** What a client decides by. A command that our policy takes for a reader is one here too. */
export function hintsOf(model: CommandModel): McpHints {
  const effects = worstOf(model)
  const hints = mcpHints(effects)
  if (hints.readOnlyHint === undefined && isReader(effects)) hints.readOnlyHint = true
  if (effects.reversible === false && hints.readOnlyHint !== true) hints.destructiveHint = true
  return hints
}
