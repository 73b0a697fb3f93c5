/** Where a stored shim comes from, and whether it may still be used. Small to load, because judging a call needs it. */
export { readShimRecord, type ShimRecord } from './shim-record.js'
export { acceptanceFiles, openAcceptance, type AcceptancePlaces, type ShimAcceptance } from './accepted-shims.js'
