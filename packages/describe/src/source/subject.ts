import { isInstalledByUser } from './installed-by-user.js'

/** The tool, or its command, that a description is about. */
export interface DescribedCommand {
  name: string
  /** The names of the commands down to this one; empty for the tool itself. */
  path: readonly string[]
  /** The program's path on PATH, and its real path. */
  program: { path: string; file: { path: string } }
}

export function programPaths({ program }: DescribedCommand): string[] {
  return [...new Set([program.path, program.file.path])]
}

/**
 * Whether the system's texts about a program of this name are about this one. A program that the user installed may
 * share its name with one of the system.
 */
export function belongsToSystem({ program }: DescribedCommand): boolean {
  const link = { path: program.path, file: { path: program.path } }
  return !isInstalledByUser(program) || !isInstalledByUser(link)
}
