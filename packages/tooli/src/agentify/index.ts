/** A program that imports this answers `--agent`. Scanners search for the protocol's name: atip. */
export { agentify } from './agentify.js'
export type { AgentifyOptions } from './vocabulary/types.js'
