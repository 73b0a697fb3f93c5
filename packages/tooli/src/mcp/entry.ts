import type { serveMcp as Serve } from './serve.js'

export { mcpCommand } from './mcp-command.js'

/** Serving needs far more than adding a server to the file of an agent. */
export const serveMcp: typeof Serve = async (...call) => (await import('./serve.js')).serveMcp(...call)
