/** Parts that few calls need: loaded by `program/rare-parts.ts`, and bundled only on request. */
export const mcp = () => import('./mcp/entry.js')
export const skill = () => import('./skill/entry.js')
export const docs = () => import('./docs/docs-command.js')
export const contract = () => import('./contract/contract-command.js')
