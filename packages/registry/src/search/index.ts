/**
 * Search for a command by its purpose: the index, and the ranking. Uses nothing of Node, so that pages can use it, too.
 */
export { buildIndex, type SearchEntry } from './build-index.js'
export { entriesOf, factsOfTool } from './catalog-entries.js'
export { fromBytes, hasRightSum, inMemory, readIndex, toBytes } from './index-file.js'
export type { SearchIndex } from './search-index.js'
export { hasTool, rank, search, toolNames, type Found, type SearchHit, type SearchOptions } from './search.js'
export { asksForSomething, LONGEST_QUERY, readQuestion } from './question.js'
export { isWorseWithOptions, NOTHING_KNOWN, type EffectFacts } from './effect-bits.js'
export { effectsIn } from './effect-facts.js'
export { fromServedBytes, toServedBytes } from './served-index.js'
export { toolsBeginning } from './beginnings.js'
export { MATCH_FIELDS, type Match } from './explain.js'
