export { agentify } from './agentify.js'
export type { AgentifyOptions } from './vocabulary/types.js'
