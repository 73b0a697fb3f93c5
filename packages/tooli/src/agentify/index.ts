export { agentify } from './agentify.js'
export type { AgentifyOptions } from './types.js'
