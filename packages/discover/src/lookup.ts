/** Looks up a program in the catalog, for judging calls. */
export { lookupInCatalog } from './machine/lookup.js'
