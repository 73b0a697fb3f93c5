/** Finding a command by its purpose. */
export { searchableCatalog } from './machine/searchable.js'
export { openToolFacts, type ToolFacts } from './machine/tool-facts.js'
export { machineIndex } from './search/machine-index.js'
export { CatalogLineError, entriesInLines } from './search/catalog-lines.js'
export { buildIndex, hasTool, search, toolNames } from '@atip/registry/search'
export type { Found, SearchEntry, SearchHit, SearchIndex, SearchOptions } from '@atip/registry/search'
export { asksForSomething, LONGEST_QUERY, readQuestion } from '@atip/registry/search'
export { effectsIn, isWorseWithOptions, MATCH_FIELDS, type Match } from '@atip/registry/search'
