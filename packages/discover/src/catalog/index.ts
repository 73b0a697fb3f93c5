export {
  configFile,
  localShimFiles,
  overrideFile,
  overrideFileByName,
  placesFrom,
  registryFile,
  shimFiles,
  type Places,
} from './places.js'
export { fileNameOf } from './file-name.js'
export { isHash } from './hash.js'

export { readRegistry, type Dropped, type RegistryReading } from './read-registry.js'
export { lookupEntry, namesIn } from './lookup.js'
export { mergeScan, type MergedScan, type Scanned, type Sight } from './merge-scan.js'
export { updateRegistry, type Change, type Update } from './update.js'
export type { Agent } from './registry-text.js'
export type { FileProblem } from './json-problem.js'

export { writeWhole, type WriteOptions } from './write-file.js'
export { withLock, type LockLimits } from './lock.js'
export { CatalogError, type CatalogErrorCode } from './error.js'
