/** Where a stored shim comes from, and whether it may still be used. Loads little else, because judging a call reads it. */
export { readShimRecord, type ShimRecord } from './shim-record.js'
export { acceptanceFiles, openAcceptance, type AcceptancePlaces, type ShimAcceptance } from './accepted-shims.js'
