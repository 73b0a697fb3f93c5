export { judge, type Knowledge } from './judge.js'
export type { Judgement } from './judgement.js'
export { knowledgeOf, withShipped } from './knowledge.js'
export { MEANINGS, VERDICTS, verdictOf, type Verdict } from './verdict.js'
