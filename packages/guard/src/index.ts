export {
  decideLine,
  decideLineNow,
  type CommandDecision,
  type DecideOptions,
  type FileUse,
  type LineDecision,
} from './decide-line.js'
export { decideCall } from './decide-call.js'
export { decideFilesNow, decideForeignNow, filesOfPatch, type FileCall, type NamedFile } from './decide-files.js'
export { late, untilLoaded } from './late.js'
export { effectWords } from './rules/sentences.js'
export { isSecretVariable } from './places/index.js'
export type { Decision, FindingSummary } from './line/finding.js'
export type { LineOptions } from './line/line-walk.js'

export {
  loadPolicies,
  loadPoliciesNow,
  projectFolders,
  projectPolicyFile,
  userPolicyFile,
  type LoadOptions,
  type PublishedPolicy,
} from './policy/places.js'
export { placeOf } from './policy/place-of.js'
export { readPolicy, type PolicyOrigin } from './policy/read.js'
export { withRule } from './policy/add-rule.js'
export { sayCoverage, sayRule, type RuleUsed } from './policy/explain.js'
export { inForceBefore, type RuleInForce } from './policy/compare-rules.js'
export { tooWide, type TooWide } from './policy/too-wide.js'
export { onlyReads, runsProjectCode } from './policy/width.js'
export type { DescriptionOrigin } from './policy/description-origin.js'
export type { ProgramEvidence } from './policy/demands.js'
export { modesOf } from './policy/modes.js'
export { demandsRecord } from './policy/records.js'
export type { RuleSuggestion, SuggestedRule } from './policy/suggest.js'
export {
  isBroken,
  MODES,
  type BrokenPolicy,
  type LoadedPolicy,
  type Mode,
  type Policy,
  type PolicyProblem,
  type PolicySource,
  type Repositories,
  type PolicyRule,
} from './policy/types.js'
