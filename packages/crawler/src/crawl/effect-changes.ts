import { findCommand, type AtipTool, type Command, type Parameter } from '@atip/protocol'
import { diff, type Change } from '@atip/protocol/diff'

export type EffectChange = Pick<Change, 'kind' | 'path' | 'message'>

/**
 * The statements about effects that an update adds or changes, for a human to review. A new option without stated
 * effects does not count; one that deletes, or claims to be harmless, does.
 */
export function effectChanges(before: AtipTool, after: AtipTool): EffectChange[] {
  return diff(before, after)
    .filter((change) => isAboutEffects(change) || statesEffects(change, after))
    .map(({ kind, path, message }) => ({ kind, path, message }))
}

function isAboutEffects({ kind, subject }: Change): boolean {
  return kind === 'danger' || kind === 'effect' || subject.type === 'effects'
}

/** Whether a new part states effects of its own. */
function statesEffects({ path, subject, field }: Change, after: AtipTool): boolean {
  if (field !== undefined) return false
  const command = path.length === 0 ? after.commands?.[''] : findCommand(after, path)?.command
  if (subject.type === 'command') return command !== undefined && hasStatement(command)
  const parameters = [...(command?.options ?? []), ...(command?.arguments ?? []), ...(after.globalOptions ?? [])]
  return parameters.some((one) => one.name === subject.name && one['x-atip'] !== undefined)
}

function hasStatement(command: Command): boolean {
  const parameters: Parameter[] = [...(command.options ?? []), ...(command.arguments ?? [])]
  return (
    command.effects !== undefined ||
    command['x-atip'] !== undefined ||
    parameters.some((one) => one['x-atip'] !== undefined) ||
    Object.values(command.commands ?? {}).some(hasStatement)
  )
}
