import { mcpHints, worsen, type Effects, type McpHints } from '@atip/protocol'
import { needsConfirmation } from '../effects/needs-confirmation.js'
import type { CommandModel } from '../model/model.js'

/** The worst a call of this command can do, whatever it is given. */
export function worstOf({ command, parameters }: CommandModel): Effects {
  return parameters.reduce(
    (worse, { hints }) => (hints.effects === undefined ? worse : worsen(worse, hints.effects)),
    command.definition.effects ?? {},
  )
}

/** What a client decides by. What needs consent is never called harmless. */
export function hintsOf(model: CommandModel): McpHints {
  const effects = worstOf(model)
  const hints = mcpHints(effects)
  return needsConfirmation(effects) ? { ...hints, readOnlyHint: false, destructiveHint: true } : hints
}

/** The same in few words: a reader says no more, and what clients assume of every tool is left out. */
export function leanHintsOf(model: CommandModel): McpHints {
  const { readOnlyHint, openWorldHint, ...rest } = hintsOf(model)
  if (readOnlyHint === true) return { readOnlyHint }
  return { ...rest, ...(openWorldHint === false && { openWorldHint }) }
}
