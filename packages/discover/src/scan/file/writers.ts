import type { Folder } from './folders.js'

/** The owner, group and mode of a file or folder. */
export interface Ownership {
  owner: number
  group: number
  mode: number
}

/** The user who runs the scan. */
export interface Account {
  uid: number
  /** The primary group. */
  gid: number
}

/**
 * Why another user could have changed a folder or a file, in words; undefined if none could. The sticky bit does not
 * help: it prevents removing other users' files, not adding one's own. Group write access is accepted for root's group
 * and for the user's primary group, which often has no other members, so that a umask of 002 is common. On macOS the
 * group `admin` is accepted too: it owns Homebrew's folders, and its members can become root anyway.
 */
export function whoElseWrites(
  { owner, group, mode }: Ownership,
  account: Account,
  alsoTrusted = 0,
): string | undefined {
  if (owner !== 0 && owner !== account.uid && owner !== alsoTrusted) {
    return `is owned by user ${owner}, who is neither root nor you`
  }
  if ((mode & 0o002) !== 0) return 'can be written by everyone'
  if ((mode & 0o020) === 0 || group === 0 || group === account.gid) return undefined
  if (process.platform === 'darwin' && group === MACOS_ADMIN) return undefined
  return `can be written by group ${group}, which is neither root's nor your own`
}

/** The same for a file in a folder: if the user allowed the folder, its owner and all groups are trusted. */
export function whoElseWritesFile(file: Ownership, folder: Folder, account: Account): string | undefined {
  if (!folder.allowed) return whoElseWrites(file, account)
  return whoElseWrites({ ...file, group: 0 }, account, folder.owner)
}

const MACOS_ADMIN = 80
