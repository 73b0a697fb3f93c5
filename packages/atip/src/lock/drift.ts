import { EFFECT_FIELDS, EFFECT_WORDS, findCommand, harmfulValue, type AtipTool, type EffectField } from '@atip/protocol'
import { diff, type Change } from '@atip/protocol/diff'
import type { LockedTool } from './lock-file.js'

export const PROGRAM_CHANGED = 'the program changed: its bytes are not those that were pinned'

/** The changes since a tool was pinned, as sentences; none if it is the same. */
export function driftOf(locked: LockedTool, now: LockedTool): string[] {
  const program = locked.program === now.program ? [] : [PROGRAM_CHANGED]
  if (locked.description === now.description) return program
  const changes = diff(locked.effects, now.effects).filter(isAboutEffects)
  return [...program, ...new Set(changes.map((change) => sayChange(change, now.effects)))]
}

const isAboutEffects = ({ kind }: Change) => kind === 'danger' || kind === 'effect'

/** Says, for example, that `git fetch --prune` now deletes files. Other changes are described field by field. */
function sayChange(change: Change, tool: AtipTool): string {
  const { kind, before, after } = change
  const field = fieldOf(change)
  if (field === undefined) return change.message
  const { becomes, promise } = EFFECT_WORDS[field]
  const said = `\`${callOf(change, tool)}\``
  if (after === harmfulValue(field)) return `${said} ${becomes}`
  if (kind === 'danger' && after === undefined && before !== undefined) return `${said} no longer promises ${promise}`
  return change.message
}

function fieldOf({ field }: Change): EffectField | undefined {
  const name = field?.replace(/^x-atip\.effects\./, '')
  return EFFECT_FIELDS.find((one) => one === name)
}

function callOf({ path, subject }: Change, tool: AtipTool): string {
  const own = findCommand(tool, path)?.command.options ?? []
  const options = subject.type === 'option' ? own : subject.type === 'globalOption' ? (tool.globalOptions ?? []) : []
  const flag = options.find(({ name }) => name === subject.name)?.flags.at(-1)
  const operand = subject.type === 'argument' ? subject.name?.toUpperCase() : undefined
  return [tool.name, ...path, flag ?? operand ?? []].flat().join(' ')
}
