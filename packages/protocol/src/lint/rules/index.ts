import type { Rule } from '../inspection/rule.js'
import { conditionAmbiguousName, conditionNeverHolds, conditionUnknownName, ruleCannotLower } from './conditions.js'
import {
  descriptionEmpty,
  descriptionRepeatsName,
  descriptionSpace,
  duplicateDescription,
  parameterDescriptionMissing,
} from './descriptions.js'
import {
  changesWithoutMeans,
  costContradiction,
  deletesNotDestructive,
  destructiveReversible,
  durationContradiction,
} from './effects-agree.js'
import { destructiveUnstated, effectsMissing } from './effects-known.js'
import { destructiveName, harmlessName } from './effects-named.js'
import { commandNotFound, exampleNotUnderstood, examplePrompt } from './examples.js'
import { flagSpacing, negatedOnly, optionNameDiffers } from './flags.js'
import { requiredWithDefault } from './parameters.js'
import { executablePatternDestructive } from './patterns.js'
import { secretInArgv } from './secrets.js'
import { signatureLocation } from './signature.js'
import { largeWithoutPartial } from './size.js'
import { featureUndeclared, featureUnknown, legacyVersion, versionBehind } from './version.js'
import { noDryRun, promptsWithoutYes } from './ways-out.js'

/** All rules, safety first. */
export const RULES: readonly Rule[] = [
  effectsMissing,
  destructiveUnstated,
  destructiveName,
  harmlessName,
  destructiveReversible,
  deletesNotDestructive,
  changesWithoutMeans,
  costContradiction,
  durationContradiction,
  conditionUnknownName,
  conditionAmbiguousName,
  conditionNeverHolds,
  ruleCannotLower,
  executablePatternDestructive,
  secretInArgv,
  noDryRun,
  promptsWithoutYes,
  flagSpacing,
  negatedOnly,
  optionNameDiffers,
  requiredWithDefault,
  descriptionEmpty,
  descriptionSpace,
  descriptionRepeatsName,
  duplicateDescription,
  parameterDescriptionMissing,
  exampleNotUnderstood,
  examplePrompt,
  commandNotFound,
  legacyVersion,
  featureUndeclared,
  featureUnknown,
  versionBehind,
  signatureLocation,
  largeWithoutPartial,
]
