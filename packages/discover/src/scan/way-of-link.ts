import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'
import { codeOf } from './file/files.js'

/** The limit of Linux. */
const MOST_HOPS = 40

/** Resolves each folder once. */
export function followLinks(): (link: string) => string[] {
  const realFolders = new Map<string, string>()
  const realFolder = (folder: string): string => {
    let real = realFolders.get(folder)
    if (real === undefined) realFolders.set(folder, (real = realpathSync.native(folder)))
    return real
  }
  return (link) => {
    try {
      return wayOf(link, realFolder)
    } catch {
      // The link is broken, or a folder on the way is not accessible.
      return [link]
    }
  }
}

/**
 * The paths that decide where a link leads: the folders on its way, as the links name them, and the real path at its
 * end. While those folders are unchanged, so are the links in them, and many links end at a file that is checked
 * anyway.
 */
function wayOf(link: string, realFolder: (folder: string) => string): string[] {
  const folders: string[] = []
  for (let path = link; folders.length <= MOST_HOPS;) {
    const target = targetOf(path)
    if (target === undefined) return [...folders, joined(realFolder(dirname(path)), basename(path))]
    path = isAbsolute(target) ? target : joined(dirname(path), target)
    // The target is obviously a folder, or its name is not UTF-8: then only the link itself is checked.
    if (/(?:^|\/)\.{0,2}$|\ufffd/.test(path)) break
    folders.push(dirname(path))
  }
  return [link]
}

/** Undefined if the path is not a link. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch (error) {
    if (codeOf(error) === 'EINVAL') return undefined
    throw error
  }
}

function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}
