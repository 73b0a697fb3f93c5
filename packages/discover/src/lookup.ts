/** What the catalog knows about a program, for those who judge calls. */
export { lookupInCatalog } from './machine/lookup.js'
