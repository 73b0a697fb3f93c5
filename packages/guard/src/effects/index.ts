export { judge, type Knowledge } from './judge.js'
export type { Judgement } from './judgement.js'
export { knowledgeOf, withShipped } from './knowledge.js'
export { MEANINGS, EFFECT_CLASSES, effectClassOf, type EffectClass } from './effect-class.js'
