export { checkLine, type CheckOptions, type LineCheck } from './check-line.js'
export { effectsOfRun } from './effects-of-run.js'
export type { Decision, Verdict } from './judge/verdict.js'
export type { LineOptions } from './judge/line.js'
