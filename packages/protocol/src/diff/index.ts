export { diff } from './diff.js'
export type { Change, ChangeKind, Subject } from './change.js'
