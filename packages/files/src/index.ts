export { writeWhole, type WriteOptions } from './write-whole.js'
export { removeDrafts, removeOldDrafts, type RemoveOptions } from './drafts.js'
