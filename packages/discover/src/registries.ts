/** Asking registries about the programs of this machine. */
export { checkRegistries } from './machine/check-registries.js'
export {
  isSyncDue,
  readLastSync,
  syncRegistries,
  type LastSync,
  type RegistrySyncOptions,
} from './machine/sync-registries.js'
export { refreshKnowledge } from './machine/refresh-knowledge.js'
