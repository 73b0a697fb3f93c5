import { fieldOf, inheritedEffects, isInvocable, toPointer, walkCommands } from '@atip/protocol'
import type { AtipTool, EffectField, Effects } from '@atip/protocol'

/** Effects that a person must find out before a description can be signed. */
export interface UnknownEffects {
  /** A JSON pointer to the command. */
  command: string
  fields: string[]
}

/** The effects that decide whether a call may run. */
const DECIDING = ['network', 'filesystem.write', 'filesystem.delete', 'destructive'] as const satisfies EffectField[]

export function unknownEffects(tool: AtipTool): UnknownEffects[] {
  // Without any command, nothing is known about what the program does.
  if (Object.keys(tool.commands ?? {}).length === 0) return [{ command: '', fields: [...DECIDING] }]
  return [...walkCommands(tool)].flatMap(({ command, path, lineage }) => {
    if (!isInvocable(command)) return []
    // A group with a bare command is described by that command.
    if (path.length > 0 && command.commands?.[''] !== undefined) return []
    const effects: Effects = inheritedEffects(lineage)
    const fields = DECIDING.filter((field) => fieldOf(effects, field) === undefined)
    const keys = path.length === 0 ? [''] : path
    return fields.length === 0
      ? []
      : [{ command: toPointer(keys.flatMap((key) => ['commands', key])), fields: [...fields] }]
  })
}

/** The text of a shim, in a canonical form, so that the same shim always has the same bytes. */
export const shimText = (shim: object): string => `${JSON.stringify(shim, undefined, 2)}\n`
