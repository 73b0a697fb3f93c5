import type { AtipTool } from '../types/tool.js'
import { commandPlace, start, values, type Change, type ChangeKind, type ChangePlace } from './change.js'
import { diffExtension } from './command.js'
import { diffTree } from './commands.js'
import { openLevel, summarise, type EffectLevel } from './effect-levels.js'
import { diffOptions } from './options.js'
import { diffTool } from './tool.js'
import { show } from './wording.js'
import { ANY_COMMAND } from './x-atip-rules.js'

const ORDER: readonly ChangeKind[] = ['danger', 'breaking', 'effect', 'compatible']

/** The differences between two normalised descriptions, sorted by importance and then by command. */
export function diff(before: AtipTool, after: AtipTool): Change[] {
  const level = openLevel(undefined, [], before, after)
  const place: ChangePlace = { ...commandPlace(after.name, []), subject: { type: 'tool', name: after.name } }
  const isSilenceSafe = before['x-atip']?.unlisted === 'no-effect'
  const none = new Map<string, never>()
  const owner = { place, bases: ANY_COMMAND, isSilenceSafe, globalsBefore: none, globalsAfter: none }
  const changes = [
    ...diffTool(before, after),
    ...diffOptions('globalOption', before.globalOptions, after.globalOptions, owner),
    ...diffExtension(before['x-atip'], after['x-atip'], place, ANY_COMMAND),
    ...diffTree(before, after, level),
    ...effectChanges(level, after.name),
  ]
  return changes.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || comparePaths(a.path, b.path))
}

function effectChanges(level: EffectLevel, toolName: string): Change[] {
  return summarise(level).map(({ path, field, before, after, isWorse, count }) => {
    const place: ChangePlace = { ...commandPlace(toolName, path), subject: { type: 'effects' } }
    const range = count === 1 ? '' : `, for ${count} commands`
    const message = `${place.title}: ${field} was ${show(before, 'unknown')} and is now ${show(after, 'unknown')}${range}`
    const kind = isWorse ? 'danger' : 'effect'
    return { ...start(kind, place), field, ...values(before, after), ...(count > 1 && { count }), message }
  })
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < a.length && index < b.length; index++) {
    if (a[index] !== b[index]) return a[index]! < b[index]! ? -1 : 1
  }
  return a.length - b.length
}
