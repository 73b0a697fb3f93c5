export {
  configFile,
  localShimFiles,
  overrideFile,
  overrideFileByName,
  placesFrom,
  registryFile,
  shimFiles,
  type DataFolders,
} from './places.js'
export { fileNameOf } from './file-name.js'
export { isHash } from '@atip/protocol'

export { readRegistry, type Dropped, type RegistryReading } from './read-registry.js'
export { lookupEntry, namesIn } from './lookup.js'
export { mergeScan, type MergedScan, type ScanResult, type Sight } from './merge-scan.js'
export { updateRegistry, type RegistryChange, type Update } from './update.js'
export type { Agent } from './registry-text.js'
export type { CatalogProblem } from './json-problem.js'

export { writeWhole, type CatalogWriteOptions } from './write-file.js'
export { withLock, type LockLimits } from './lock.js'
export { CatalogError, type CatalogErrorCode } from './error.js'
