export { writeWhole, type WriteOptions } from './write-whole.js'
export { draftFor, publishDraft, removeDrafts, removeOldDrafts, type RemoveOptions } from './drafts.js'
export { LockError, tryLock, withLock, type LockLimits } from './lock.js'
