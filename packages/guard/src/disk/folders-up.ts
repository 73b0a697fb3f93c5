import { posix } from 'node:path'

/** A folder and its parent folders, up to the home or the root. */
export function foldersUp(folder: string, home: string): string[] {
  const folders = [folder]
  for (let at = folder; at !== home && at !== '/' && at !== '.';) folders.push((at = posix.dirname(at)))
  return folders
}
