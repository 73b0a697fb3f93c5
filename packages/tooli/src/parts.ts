/** What few calls of a program need: loaded by `program/rare-parts.ts`, and in no bundle that does not ask for it. */
export const mcp = () => import('./mcp/entry.js')
export const skill = () => import('./skill/entry.js')
export const docs = () => import('./docs/docs-command.js')
export const contract = () => import('./contract/contract-command.js')
