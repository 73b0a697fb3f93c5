import { keepChildrenOut } from './guard-children.js'
import { divertWriters } from './guard-descriptors.js'

/**
 * Guards the stdout descriptor while a command runs whose result is read from it: child processes that inherit it, and
 * writes to its number, go to stderr. Returns a function that removes the guard.
 */
export function guardOutput(): () => void {
  const { syncBuiltinESMExports } = process.getBuiltinModule('node:module')
  // Loading it takes ten milliseconds, and a command that starts programs has imported it already.
  const startsPrograms = (process as { moduleLoadList?: string[] }).moduleLoadList?.includes(CHILD_PROCESS) ?? true
  const undo = [divertWriters(new Map([[1, 2]])), ...(startsPrograms ? [keepChildrenOut({ 1: 2 })] : [])]
  syncBuiltinESMExports()
  return () => {
    for (const one of undo) one()
    syncBuiltinESMExports()
  }
}

const CHILD_PROCESS = 'NativeModule child_process'
