import type { Folder } from './folders.js'

/** Who owns a file or folder and who may write to it, as numbers. */
export interface Ownership {
  owner: number
  group: number
  mode: number
}

/** Whose account looks. */
export interface Account {
  uid: number
  /** The primary group. */
  gid: number
}

/**
 * Why somebody else could have put something into a folder or a file, in words; undefined if nobody could (decision 62).
 * The sticky bit does not help: it keeps people from removing each other's files, not from adding their own.
 *
 * A group may write if it is root's, or the primary group of the user: where accounts have groups of their own, a umask of
 * 002 is common, and everything in `~/.local/bin` is then writable for a group of one. On macOS the group `admin` may as
 * well, which Homebrew gives its folders to: its members can become root anyway. Other groups have other people in them.
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

/** The same for a file in a folder: where the user has allowed a folder, its owner and its groups are allowed with it. */
export function whoElseWritesFile(file: Ownership, folder: Folder, account: Account): string | undefined {
  if (!folder.allowed) return whoElseWrites(file, account)
  return whoElseWrites({ ...file, group: 0 }, account, folder.owner)
}

const MACOS_ADMIN = 80
