import { inheritedEffects } from '../effects/inherit.js'
import { childCommand, isGroup, isInvocable } from '../tree.js'
import type { AtipTool, ByName, Command, Effects, Option } from '../types/tool.js'
import { appeared, changed, commandPlace, start, values, vanished, type Change, type ChangeKind } from './change.js'
import { diffCommand } from './command.js'
import { compareAt, openLevel, summarise, type EffectLevel } from './effect-levels.js'
import { takenWords } from './taken-words.js'
import { ANY_COMMAND, type Bases } from './x-atip-rules.js'

/** The context at one place of the command tree, in both descriptions. */
interface Surroundings {
  toolName: string
  path: string[]
  effects: Bases
  level: EffectLevel
  isSilenceSafe: boolean
  /** Missing commands may only have been left out of the document. */
  mayLackBefore: boolean
  mayLackAfter: boolean
  globalsBefore: ReadonlyMap<string, Option>
  globalsAfter: ReadonlyMap<string, Option>
  /** How many more commands may be compared to judge names that moved from one command to another. */
  takeovers: { left: number }
}

/** Each command is compared once for itself; this limits the further comparisons. */
const MAX_TAKEOVERS = 100_000

interface Parent {
  commands?: ByName<Command>
  effects?: Effects
  _truncated?: boolean
}

/** All commands below the tool. Their effects are left in `level`, to be summarised. */
export function diffTree(before: AtipTool, after: AtipTool, level: EffectLevel): Generator<Change> {
  const surroundings: Surroundings = {
    toolName: after.name,
    path: [],
    effects: { before: before.effects ?? {}, after: after.effects ?? {} },
    level,
    isSilenceSafe: before['x-atip']?.unlisted === 'no-effect',
    mayLackBefore: before.partial === true,
    mayLackAfter: after.partial === true,
    globalsBefore: byName(before.globalOptions),
    globalsAfter: byName(after.globalOptions),
    takeovers: { left: MAX_TAKEOVERS },
  }
  return diffChildren(withRoot(before), withRoot(after), surroundings)
}

function byName(options: readonly Option[] = []): Map<string, Option> {
  return new Map(options.map((option) => [option.name, option]))
}

/** Represents the tool itself if it lists no commands (decision 28). */
const ROOT: Command = Object.freeze({ description: '' })

function withRoot(tool: AtipTool): Parent {
  const isBare = tool.commands === undefined || Object.keys(tool.commands).length === 0
  return isBare ? { effects: tool.effects, commands: { '': ROOT } } : tool
}

function* diffChildren(before: Parent, after: Parent, around: Surroundings): Generator<Change> {
  for (const name of Object.keys(before.commands ?? {})) {
    const old = childCommand(before, name)!
    const now = childCommand(after, name)
    const path = pathTo(around, name)
    if (now !== undefined) yield* diffPair(old, now, path, around)
    else if (!around.mayLackAfter) {
      yield vanished('breaking', commandPlace(around.toolName, path), countBelow(old))
    }
  }
  yield* diffTakenWords(before, after, around)
  if (around.mayLackBefore) return
  for (const name of Object.keys(after.commands ?? {})) {
    if (childCommand(before, name) !== undefined) continue
    yield appeared(
      'compatible',
      commandPlace(around.toolName, pathTo(around, name)),
      countBelow(childCommand(after, name)!),
    )
  }
}

/** A name that callers use and that now calls another command: `show` was an alias of `ls`. */
function* diffTakenWords(before: Parent, after: Parent, around: Surroundings): Generator<Change> {
  for (const { word, from, to } of takenWords(before, after)) {
    const isGone = childCommand(after, from) === undefined
    const kind = kindOfTakeover(childCommand(before, from)!, childCommand(after, to)!, pathTo(around, to), around)
    // That the old command is gone is already reported.
    if (isGone && kind !== 'danger') continue
    const place = commandPlace(around.toolName, pathTo(around, word))
    const titles = [from, to].map((name) => commandPlace(around.toolName, pathTo(around, name)).title)
    const message = `${place.title} meant ${titles[0]!} and now means ${titles[1]!}`
    yield { ...start(kind, place), field: 'meaning', ...values(from, to), message }
  }
}

function kindOfTakeover(old: Command, now: Command, path: string[], around: Surroundings): ChangeKind {
  const { takeovers } = around
  if (takeovers.left <= 0) return 'danger'
  const level = openLevel(undefined, path, old, now)
  const changes = [...diffPair(old, now, path, { ...around, level })]
  takeovers.left -= 1 + changes.length + level.size
  const isWorse = changes.some(({ kind }) => kind === 'danger') || summarise(level).some((row) => row.isWorse)
  return isWorse ? 'danger' : 'breaking'
}

function* diffPair(before: Command, after: Command, path: string[], around: Surroundings): Generator<Change> {
  const place = commandPlace(around.toolName, path)
  const effects: Bases = {
    before: inheritedEffects([{ effects: around.effects.before }, before]),
    after: inheritedEffects([{ effects: around.effects.after }, after]),
  }
  const level = openLevel(around.level, path, before, after)
  const unlisted = before['x-atip']?.unlisted
  const isSilenceSafe = unlisted === undefined ? around.isSilenceSafe : unlisted === 'no-effect'
  const couldRun = isInvocable(before)
  const canRun = isInvocable(after)
  if (couldRun && canRun) compareAt(level, effects.before, effects.after)
  if (couldRun !== canRun) yield changed(canRun ? 'compatible' : 'breaking', place, 'invocable', couldRun, canRun)
  const { globalsBefore, globalsAfter } = around
  const owner = { place, bases: effects, isSilenceSafe, globalsBefore, globalsAfter }
  const ruleBases = isGroup(before) || isGroup(after) ? ANY_COMMAND : effects
  if (before !== ROOT && after !== ROOT) yield* diffCommand(before, after, owner, ruleBases)
  else yield* diffCommand({ ...before, description: '' }, { ...after, description: '' }, owner, ruleBases)
  yield* diffChildren(before, after, {
    ...around,
    path,
    effects,
    level,
    isSilenceSafe,
    mayLackBefore: around.mayLackBefore || before._truncated === true,
    mayLackAfter: around.mayLackAfter || after._truncated === true,
  })
}

function pathTo({ path }: Surroundings, name: string): string[] {
  return name === '' && path.length === 0 ? path : [...path, name]
}

function countBelow(command: Command): string {
  let count = 0
  const open = Object.values(command.commands ?? {})
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isInvocable(next)) count++
    for (const child of Object.values(next.commands ?? {})) open.push(child)
  }
  return count === 0 ? '' : `, with ${count} ${count === 1 ? 'command' : 'commands'} below it`
}
