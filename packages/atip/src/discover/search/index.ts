export { buildIndex, type SearchEntry, type SearchIndex } from './build-index.js'
export { fromBytes, toBytes } from './index-file.js'
export { search, type Found, type Hit, type SearchOptions } from './search.js'
export type { Match } from './explain.js'
