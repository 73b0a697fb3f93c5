/** Where a stored shim comes from. Loads nothing else, because judging a call reads it. */
export { readShimRecord, type ShimRecord } from './shim-record.js'
