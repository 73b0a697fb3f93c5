import type { serveMcp as Serve } from './serve.js'

export { mcpCommand } from './mcp-command.js'

/** Loaded separately: serving needs far more code than adding a server to an agent's file. */
export const serveMcp: typeof Serve = async (...call) => (await import('./serve.js')).serveMcp(...call)
