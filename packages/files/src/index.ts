export { writeWhole, type WriteOptions } from './write-whole.js'
export { removeDrafts, removeOldDrafts, type RemoveOptions } from './drafts.js'
export { LockError, tryLock, withLock, type LockLimits } from './lock.js'
