import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute } from 'node:path'
import { codeOf } from './file/files.js'

/** As many as Linux follows. */
const MOST_HOPS = 40

/** Asks about each folder once. */
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
      // It leads nowhere, or where we may not look.
      return [link]
    }
  }
}

/**
 * What decides where a link leads: the folders on its way, as the links name them, and what is at the end, where it
 * really is. While the folders are what they were, so are the links in them; and at the end of many links is a file that
 * is looked at anyway.
 */
function wayOf(link: string, realFolder: (folder: string) => string): string[] {
  const folders: string[] = []
  for (let path = link; folders.length <= MOST_HOPS;) {
    const target = targetOf(path)
    if (target === undefined) return [...folders, joined(realFolder(dirname(path)), basename(path))]
    path = isAbsolute(target) ? target : joined(dirname(path), target)
    // To a folder in so many words, or to a name that no text can hold: the link itself is asked then.
    if (/(?:^|\/)\.{0,2}$|\ufffd/.test(path)) break
    folders.push(dirname(path))
  }
  return [link]
}

/** Undefined for what is no link. */
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
