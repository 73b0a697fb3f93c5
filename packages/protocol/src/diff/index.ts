export { diff } from './diff.js'
export type { Change, ChangeKind, ChangeSubject } from './change.js'
