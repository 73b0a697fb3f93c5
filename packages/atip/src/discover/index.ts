/** What a machine knows about its programs. */
export { thisMachine, type Machine } from './machine/machine.js'
export { scanMachine, type MachineScan, type MachineScanOptions } from './machine/scan-machine.js'
export { findTool, type FoundTool } from './machine/find-tool.js'
export { knowTool, type Knowledge, type KnowOptions } from './machine/know-tool.js'
export { allTools } from './machine/all-tools.js'
export { searchableCatalog } from './machine/searchable.js'
export { readKnown, keepKnown, type Known, type Wanted } from './machine/kept-knowledge.js'

export { lookupEntry, namesIn, placesFrom, readRegistry, registryFile, type Places } from './catalog/index.js'
export { mergeLayers, type Layer, type Merged } from './layers/index.js'
export { machineIndex } from './search/machine-index.js'
export { search, type Hit } from './search/search.js'
export * from './types.js'
