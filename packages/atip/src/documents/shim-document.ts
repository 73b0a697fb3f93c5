import {
  effectPhrase,
  EFFECT_WORDS,
  fieldOf,
  harmfulValue,
  inheritedEffects,
  isInvocable,
  toPointer,
  walkCommands,
} from '@atip/protocol'
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

/** In the order of importance for a reviewer. */
const REVIEWED = [
  'destructive',
  'filesystem.delete',
  'filesystem.write',
  'network',
  'subprocess',
] as const satisfies EffectField[]

/** The effects that the commands of a description have, or may have, the most dangerous first. */
export function statedEffects(tool: AtipTool): { kind: string; message: string }[] {
  const stated = [...walkCommands(tool)].flatMap(({ command, path, lineage }) => {
    if (!isInvocable(command)) return []
    const effects: Effects = inheritedEffects(lineage)
    const rank = (field: EffectField) =>
      fieldOf(effects, field) === harmfulValue(field)
        ? 'does'
        : fieldOf(effects, field) === undefined
          ? 'unknown'
          : 'not'
    const does = REVIEWED.filter((field) => rank(field) === 'does')
    const unknown = REVIEWED.filter((field) => rank(field) === 'unknown')
    const words = [
      ...does.map((field) => effectPhrase(field, fieldOf(effects, field))!),
      ...(unknown.length === 0
        ? []
        : [`unknown whether it ${unknown.map((field) => EFFECT_WORDS[field].does).join(', ')}`]),
    ]
    const name = [tool.binary?.name ?? tool.name, ...path.filter((key) => key !== '')].join(' ')
    const danger =
      does.reduce((sum, field) => sum + 2 ** (REVIEWED.length - REVIEWED.indexOf(field)), 0) + unknown.length / 10
    return [{ danger, kind: 'states', message: `${name}: ${words.join('; ') || 'changes nothing'}` }]
  })
  return stated.sort((one, other) => other.danger - one.danger).map(({ kind, message }) => ({ kind, message }))
}

/** The text of a shim, in a canonical form, so that the same shim always has the same bytes. */
export const shimText = (shim: object): string => `${JSON.stringify(shim, undefined, 2)}\n`
