import { isInvocable, walkCommands } from '../tree.js'
import type { AtipTool, Effects } from '../types/tool.js'
import { fieldOf, type EffectField } from './fields.js'
import { inheritedEffects } from './inherit.js'
import { EFFECT_WORDS, effectPhrase, harmfulValue } from './words.js'

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
