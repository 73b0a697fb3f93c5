import { pathFrom } from '../places/index.js'
import type { ShellScope } from './scope.js'

/** The current folder of a shell; `others` are folders in which it may be instead. */
export interface Whereabouts {
  cwd: string | undefined
  others: readonly string[]
  /** It may also be in an unknown folder, probably one in which it was before. */
  isAnywhere: boolean
}

/** The two outcomes of a command that changes the folder. After `&&`, it has certainly succeeded. */
export interface Move {
  arrived: Whereabouts
  stayed: Whereabouts
}

/** Limit for the folders that are tracked. */
const MOST_FOLDERS = 8

/** Goes to a folder, which may fail. */
export function goTo(scope: ShellScope, target: string): void {
  const stayed = whereaboutsOf(scope)
  const isAbsolute = target.startsWith('/')
  const cwd = isAbsolute || scope.cwd !== undefined ? pathFrom(scope.cwd, target) : undefined
  const others = isAbsolute ? [] : scope.others.map((folder) => pathFrom(folder, target))
  const isLost = scope.isAnywhere && !isAbsolute
  const arrived = isLost ? unknownPlace(scope, others) : { cwd, others, isAnywhere: false }
  const all = union(arrived.others, foldersOf(stayed)).filter((folder) => folder !== cwd)
  settle(scope, { cwd, others: all, isAnywhere: isLost || stayed.isAnywhere || all.length >= MOST_FOLDERS - 1 })
  scope.moved = { arrived, stayed }
}

/** The command may also succeed without changing the folder. */
export function stayPerhaps({ moved }: ShellScope): void {
  if (moved === undefined) return
  const { arrived, stayed } = moved
  moved.arrived = {
    ...arrived,
    others: union(arrived.others, foldersOf(stayed)),
    isAnywhere: arrived.isAnywhere || stayed.isAnywhere,
  }
}

/** Goes to an unknown folder. */
export function loseFolder(scope: ShellScope): void {
  settle(scope, unknownPlace(scope, foldersOf(scope)))
}

export function settle(scope: ShellScope, { cwd, others, isAnywhere }: Whereabouts): void {
  for (const folder of [cwd, ...others]) if (folder !== undefined) scope.visited.add(folder)
  Object.assign(scope, { cwd, others, isAnywhere })
}

export function whereaboutsOf({ cwd, others, isAnywhere }: Whereabouts): Whereabouts {
  return { cwd, others, isAnywhere }
}

/** Applies the outcome of the previous command. */
export function settleMove(scope: ShellScope, how: keyof Move): void {
  if (scope.moved !== undefined) settle(scope, scope.moved[how])
}

function unknownPlace({ visited }: ShellScope, folders: readonly string[]): Whereabouts {
  return { cwd: undefined, others: union([...visited], folders), isAnywhere: true }
}

export function mergedPlace(states: readonly ShellScope[]): Whereabouts {
  const [first, ...rest] = states as [ShellScope, ...ShellScope[]]
  const cwd = rest.every((state) => state.cwd === first.cwd) ? first.cwd : undefined
  const others = union(...states.map(foldersOf)).filter((folder) => folder !== cwd)
  return { cwd, others, isAnywhere: others.length >= MOST_FOLDERS - 1 || states.some(({ isAnywhere }) => isAnywhere) }
}

function foldersOf({ cwd, others }: Whereabouts): readonly string[] {
  return cwd === undefined ? others : [cwd, ...others]
}

function union(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].slice(0, MOST_FOLDERS)
}
