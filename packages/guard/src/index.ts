export {
  decideLine,
  decideLineNow,
  type CommandDecision,
  type DecideOptions,
  type LineDecision,
} from './decide-line.js'
export { late, untilLoaded } from './late.js'
export { effectsOfRun } from './effects-of-run.js'
export { effectWords } from './judge/sentences.js'
export type { Decision, FindingSummary } from './judge/finding.js'
export type { LineOptions } from './judge/line.js'

export { loadPolicies, loadPoliciesNow, projectPolicyFile, userPolicyFile, type LoadOptions } from './policy/places.js'
export { placeOf } from './policy/place-of.js'
export { readPolicy, type PolicyOrigin } from './policy/read.js'
export { withRule } from './policy/add-rule.js'
export { PROJECT_STARTER, USER_STARTER } from './policy/starter.js'
export { sayRule, type RuleUsed } from './policy/explain.js'
export type { DescriptionOrigin } from './policy/description-origin.js'
export { modesOf } from './policy/modes.js'
export type { RuleSuggestion } from './policy/suggest.js'
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
