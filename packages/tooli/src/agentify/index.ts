/** What imports this describes itself for `--agent`. Scanners look for the name of the protocol: atip. */
export { agentify } from './agentify.js'
export type { AgentifyOptions } from './vocabulary/types.js'
