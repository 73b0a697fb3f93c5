/** Everything about descriptions and calls except the validation of documents, which is half of the code. */
export type * from './types/tool.js'
export type * from './types/x-atip.js'
export type { Decision } from './decision.js'

export { normalise } from './normalise.js'
export { FEATURES, fitOfVersion, parseVersion, PROTOCOL_VERSION, type Version, type VersionFit } from './version.js'
export { humanise, isToolName } from './names.js'
export { isObject } from './object.js'
export { FLAG, isExtension, readSettings, TEXT, TEXTS, unknownKey, type SettingRule } from './settings.js'
export { closest } from './text/closest.js'
export { fromPointer, toPointer } from './text/pointer.js'
export { locate, type Location, type LocateOptions, type Span } from './text/locate.js'
export { positionsOf, type Position } from './text/position.js'

export {
  childCommand,
  findCommand,
  isGroup,
  isInvocable,
  walkCommands,
  type CommandNode,
  type Lineage,
} from './tree.js'

export { declaredEffects, inheritedEffects, type InheritOptions } from './effects/inherit.js'
export { NO_EFFECTS, worsen, worst } from './effects/worst.js'
export { changesNothing, isReadOnly } from './effects/read-only.js'
export { EFFECT_CLASSES, EFFECT_MEANINGS, effectClassOf, type EffectClass } from './effects/effect-class.js'
export { mcpHints, type McpHints } from './effects/mcp-hints.js'
export { EFFECT_FIELDS, fieldOf, type EffectField } from './effects/fields.js'
export { readEffectSettings } from './effects/effect-settings.js'
export { statedEffects } from './effects/stated-effects.js'
export { EFFECT_WORDS, effectPhrase, harmfulValue, type EffectWords } from './effects/words.js'
export { parseDuration, type Duration } from './duration.js'

export { tokenise, type Tokens } from './patterns/tokenise.js'
export { quoteLine, quoteWord } from './text/quote.js'
export { nameFits, nameFitsShell, sequenceFits, withoutClasses } from './patterns/glob.js'
export { planPattern, type PatternPlan, type PlannedStep, type VariableValue } from './patterns/plan.js'

export { isMultiple, isRequired } from './argv/value.js'
export { parseArgv } from './argv/parse.js'
export { CallError, toArgv, type ToArgvOptions } from './argv/to-argv.js'
export { checkCall, optionsFor, type CallProblem } from './argv/check-call.js'
export type { ArgumentUse, Call, CallInput, InputValue, Leftover, OptionUse, ParsedCall, Use } from './argv/call.js'
export { effectsOf, type CallEffects, type EffectsOfOptions } from './argv/effects-of.js'
export { withClaims, worsenedByClaims } from './argv/claims.js'
export { withDoubt } from './argv/doubted.js'
export { effectsOfArgv, type ArgvEffects, type FollowOptions, type ToolLookup } from './argv/effects-of-argv.js'
export { parameterRules, type EffectSource, type Opacity } from './argv/statements.js'
export { plainEffects } from './argv/plain-effects.js'
export { takesPrograms } from './argv/takes-programs.js'
export { isWarnedOf } from './argv/prints.js'
export type { PathUse, Run } from './argv/meanings.js'

export { countInvocable, destructivenessOf, filter, type FilterOptions } from './partial/filter.js'
export { canExecuteOmitted, type OmittedDecision } from './partial/omitted.js'

export { HASH_OF_NOTHING, isHash, type Hash } from './trust/hash.js'
export {
  meetsTrust,
  nameOfTrustLevel,
  TRUST_LEVEL,
  TrustLevel,
  trustLevelOf,
  type TrustLevelName,
} from './trust/trust-level.js'
export { evaluateTrustLevel } from './trust/evaluate.js'
export {
  createTrustPolicy,
  unmetDemands,
  type ProgramTrust,
  type TrustDecision,
  type TrustPolicy,
  type TrustPolicyConfig,
  type TrustPolicySettings,
  type TrustSubject,
} from './trust/policy.js'
export type { IntegrityResult, ProvenanceResult, SignatureResult, VerificationResults } from './trust/verification.js'
