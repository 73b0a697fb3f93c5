/** Asking registries about the programs of this machine. */
export { isSyncDue, syncRegistries, type RegistrySyncOptions } from './machine/sync-registries.js'
export { refreshKnowledge } from './machine/refresh-knowledge.js'
