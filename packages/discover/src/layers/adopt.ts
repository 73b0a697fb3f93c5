import type { Command, CommandExtension, Option } from '@atip/protocol'
import { withoutCalm } from './calm.js'
import { heldBy, overlay } from './effects.js'
import { listOf, type Inherited, type Place } from './place.js'
import { worseningPart } from './rules.js'
import { copyMap } from './sources.js'

/**
 * A command that only this layer knows. It keeps what the layer says above it, since that is not written there, and it
 * cannot undo what others say above it. Mostly that is nothing, and the whole branch is taken as it is.
 */
export function adopt(command: Command, place: Place, isBelowLeaf: boolean): Command {
  const { added } = place
  const inherits = added.effects !== undefined || added.syntax !== undefined || added.unlisted !== undefined
  const isUnlisted = place.unlisted === 'no-effect' && command['x-atip']?.unlisted === undefined
  const own = inherits || isBelowLeaf || isUnlisted ? withInherited(command, place, isBelowLeaf) : command
  return place.effects === undefined && place.guard === undefined ? own : restrained(own, place)
}

function withInherited(command: Command, { added, unlisted }: Place, isBelowLeaf: boolean): Command {
  const before = command['x-atip'] ?? {}
  const effects = overlay(added.effects, command.effects)
  const extension: CommandExtension = {
    ...before,
    ...(added.syntax && { syntax: { ...added.syntax, ...before.syntax } }),
    // What is said of unlisted words above was said without this command.
    ...(unlisted === 'no-effect' && { unlisted: 'unknown' }),
    ...(added.unlisted && { unlisted: added.unlisted }),
    ...(before.unlisted && { unlisted: before.unlisted }),
    // Above it stands a command whose claims were made of itself alone.
    ...(isBelowLeaf && { cases: [...(before.cases ?? []), { unknown: true }] }),
  }
  const isEmpty = Object.keys(extension).length === 0
  return { ...command, ...(effects && { effects }), ...(!isEmpty && { 'x-atip': extension }) }
}

/** The branch without what would undo what holds above it: effects that are better, and calls it says are harmless. */
function restrained(command: Command, place: Place): Command {
  const { guard, effects: above } = place
  let result = command
  const set = (fields: Partial<Command>) => (result = { ...result, ...fields })
  const effects = heldBy(above, command.effects)
  if (effects !== undefined && effects !== command.effects) set({ effects })
  if (guard !== undefined) {
    const options = calmed(command.options, guard.calmingNames)
    if (options !== command.options) set({ options })
    const operands = calmed(command.arguments as Option[] | undefined, guard.calmingNames)
    if (operands !== (command.arguments as Option[] | undefined)) set({ arguments: operands as never })
    const extension = heldStdin(command['x-atip'], place)
    if (extension !== command['x-atip']) set({ 'x-atip': extension })
  }
  const { commands } = command
  if (commands === undefined) return result
  let branch: Record<string, Command> | undefined
  for (const name of Object.keys(commands)) {
    const child = restrained(commands[name]!, place)
    if (child === commands[name]) continue
    branch ??= copyMap(commands)
    branch[name] = child
  }
  return branch === undefined ? result : { ...result, commands: branch }
}

function calmed(options: Option[] | undefined, names: ReadonlySet<string>): Option[] | undefined {
  let changed: Option[] | undefined
  for (const [index, option] of (options ?? []).entries()) {
    const calm = withoutCalm(option)
    const result = names.has(calm.name) ? { ...calm, name: freeName(calm.name, options!, names) } : calm
    if (result === option) continue
    changed ??= [...options!]
    changed[index] = result
  }
  return changed ?? options
}

function freeName(name: string, options: readonly Option[], names: ReadonlySet<string>): string {
  const isTaken = (candidate: string) => names.has(candidate) || options.some((option) => option.name === candidate)
  let free = name
  for (let count = 2; isTaken(free); count++) free = `${name}-${count}`
  return free
}

/** Its own word on standard input joins what is said above it, and its rules call nothing harmless. */
function heldStdin(extension: CommandExtension | undefined, { stdin }: Place): CommandExtension | undefined {
  if (extension === undefined) return undefined
  const isCalm = extension.cases?.some(({ harmless }) => harmless !== undefined) === true
  const joins = stdin !== undefined && extension.stdin !== undefined
  if (!isCalm && !joins) return extension
  const cases = extension.cases?.map(worseningPart).filter((rule) => rule !== undefined)
  return {
    ...extension,
    ...(cases && { cases }),
    ...(joins && { stdin: [...listOf(stdin), ...listOf(extension.stdin)] }),
  }
}

/** What a layer states down to and including this node. */
export function inheritedBelow(
  above: Inherited,
  node: { effects?: Command['effects']; 'x-atip'?: CommandExtension },
): Inherited {
  const { effects, 'x-atip': extension } = node
  if (effects === undefined && extension === undefined) return above
  const { syntax, unlisted, stdin } = extension ?? {}
  return {
    ...above,
    ...(effects && { effects: overlay(above.effects, effects)! }),
    ...(syntax && { syntax: { ...above.syntax, ...syntax } }),
    ...(unlisted && { unlisted }),
    ...(stdin && { stdin }),
  }
}
