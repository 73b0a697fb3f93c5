/** Patterns in files of their own. */
export { storedPatterns, type StoredPattern } from './machine/patterns.js'
