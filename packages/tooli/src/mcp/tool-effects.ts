import { mcpHints, worsen, type Effects, type McpHints } from '@atip/protocol'
import { needsConfirmation } from '../effects/needs-confirmation.js'
import type { CommandModel } from '../model/model.js'

/** The worst effects that a call of this command can have, with any input. */
export function worstOf({ command, parameters }: CommandModel): Effects {
  return parameters.reduce(
    (worse, { hints }) => (hints.effects === undefined ? worse : worsen(worse, hints.effects)),
    command.definition.effects ?? {},
  )
}

/** The hints by which a client decides. A command that needs consent is never called harmless. */
export function hintsOf(model: CommandModel): McpHints {
  const effects = worstOf(model)
  const hints = mcpHints(effects)
  return needsConfirmation(effects) ? { ...hints, readOnlyHint: false, destructiveHint: true } : hints
}

/** The same in few words: only the read-only hint of a reader, without the defaults that clients assume. */
export function leanHintsOf(model: CommandModel): McpHints {
  const { readOnlyHint, openWorldHint, ...rest } = hintsOf(model)
  if (readOnlyHint === true) return { readOnlyHint }
  return { ...rest, ...(openWorldHint === false && { openWorldHint }) }
}
