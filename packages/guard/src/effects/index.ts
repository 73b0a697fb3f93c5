export { effectsOfCall, type EffectsOptions, type FollowedEffects, type KnownField } from './effects-of-call.js'
export type { Doubt } from './doubts.js'
export { EFFECT_MEANINGS as MEANINGS, EFFECT_CLASSES, effectClassOf, type EffectClass } from '@atip/protocol/calls'
