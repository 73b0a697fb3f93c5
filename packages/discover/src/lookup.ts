/** Looks up a program in the catalog, for judging calls. */
export { lookupInCatalog, whyUnknown } from './machine/lookup.js'
