import { isInstalledByUser } from './installed-by-user.js'

/** The tool, or the command of it, that a description is about. */
export interface DescribedCommand {
  name: string
  /** The way to the command; empty for the tool itself. */
  path: readonly string[]
  /** The program: where PATH leads, and where that really is. */
  program: { path: string; file: { path: string } }
}

export function programPaths({ program }: DescribedCommand): string[] {
  return [...new Set([program.path, program.file.path])]
}

/**
 * Whether what the system has written about a program of this name is about this one. Beside a program that a user
 * brought along, the system may have another of the same name.
 */
export function belongsToSystem({ program }: DescribedCommand): boolean {
  const link = { path: program.path, file: { path: program.path } }
  return !isInstalledByUser(program) || !isInstalledByUser(link)
}
