export { filesOnDisk, FILE_LIMITS, type FileLimits, type VisibleFiles } from './visible-files.js'
export { scriptsOf, type ProjectScripts } from './scripts.js'
export { shadowOf, type Shadow } from './shadow.js'
export { escapePattern } from './expand-pattern.js'
export { hitsOf, HIT_LIMITS, isRecoverable, type HitLimits, type Hits } from './hits.js'
export { sayHits } from './say-hits.js'
export { fitsOne, HELD_LIMITS, SecretSearch, type HeldLimits, type HeldSecret, type LookBelow } from './held-secrets.js'
export {
  changedFiles,
  fileObeyed,
  mayTakeBack,
  filesShown,
  type ShownFiles,
  type UnnamedContext,
} from './unnamed-files.js'
export { oddNameAt, oddRefAt } from './odd-names.js'
