export { buildIndex, type SearchEntry, type SearchIndex } from './build-index.js'
export { fromBytes, toBytes } from './index-file.js'
export { search, type Hit } from './search.js'
