import { isOnThisMachine } from '../facts/remote.js'
import type { LineFinding } from '../line/finding.js'
import {
  fileInAddress,
  isAddressVariable,
  isOrdinaryFolder,
  isOutputVariable,
  isProjectVariable,
  meaningOfVariable,
} from '../places/index.js'
import { literal, textOf } from '../shell/word.js'
import { isBeyondVariable } from './reach-words.js'
import { keepsTo, type Project } from './project.js'

/**
 * A variable that only project code can know, with a plain value; one with the address of a server on this machine; one
 * with an output path in the project or a temporary folder; or one with search paths for code and settings, all of them
 * in the project or the system: `PYTHONPATH=src`.
 */
export function isOwnVariable(finding: LineFinding, project: Project): boolean {
  const { variable } = finding
  const value = variable === undefined ? undefined : textOf(variable.value)
  if (value === undefined) return false
  const { name } = variable!
  if (isBeyondVariable(name, value)) return false
  if (isAddressVariable(name)) return isOnThisMachine(value) || isOwnFile(value, finding, project)
  if (isOutputVariable(name)) return keepsTo(project, { path: literal(value), access: ['write'] }, finding)
  if (!isProjectVariable(name)) return meaningOfVariable(name) === undefined && /^[\w.,+-]*$/.test(value)
  if (!/^[\w./:=,+@ -]*$/.test(value)) return false
  return value
    .split(/[ :=,]/)
    .filter((part) => part.includes('/') || part.startsWith('.'))
    .every(
      (part) =>
        isOrdinaryFolder(part, project.home) || keepsTo(project, { path: literal(part), access: ['execute'] }, finding),
    )
}

/** A database in a file of the project. */
function isOwnFile(address: string, finding: LineFinding, project: Project): boolean {
  const path = fileInAddress(address)
  return (
    path !== undefined &&
    /^[\w./-]+$/.test(path) &&
    keepsTo(project, { path: literal(path), access: ['write'] }, finding)
  )
}
