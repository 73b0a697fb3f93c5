/** Where a command can be in a tool, for properties that must hold in every place. */
import fc from 'fast-check'
import { defineCli, group, type Cli } from '../src/index.js'
import { command } from '../src/callable/command.js'
import type { AnyShared } from '../src/define/shared.js'
import type { AnyCommand, CommandMap, LazyCommand } from '../src/define/types.js'

/** Under its own name, or under the key `''`, as the default command of a group or the tool. */
export const PLACES = {
  named: { path: ['group', 'act'], toolName: 'group_act' },
  defaultOfGroup: { path: ['group'], toolName: 'group' },
  defaultOfTool: { path: [], toolName: 'demo' },
} as const

export type Place = keyof typeof PLACES
export const place = fc.constantFrom(...(Object.keys(PLACES) as Place[]))

interface Around {
  tool?: AnyShared | undefined
  group?: AnyShared | undefined
}

/** A tool with the command in that place. Its neighbour's name is also a parameter value. */
export function toolWith(act: AnyCommand | LazyCommand, where: Place, around: Around, done: string[]): Cli {
  const text = command({ description: 'x', run: () => void done.push('the neighbour') })
  const key = where === 'named' ? 'act' : ''
  const commands = group({ use: around.group }, { [key]: act, text } as CommandMap)
  const about = { name: 'demo', version: '1.0.0', description: 'x', use: around.tool }
  return defineCli({ ...about, commands: where === 'defaultOfTool' ? commands : { group: commands } }) as Cli
}
