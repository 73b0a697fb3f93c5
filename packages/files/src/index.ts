export { writeWhole, type WriteOptions } from './write-whole.js'
export { draftFor, publishDraft, removeDrafts, removeOldDrafts, type RemoveOptions } from './drafts.js'
export { LockError, removeOldLock, tryLock, withLock, type LockLimits } from './lock.js'
