export { openSandbox } from './open.js'
export { DEFAULT_LIMITS, type LimitName, type Limits } from './limits.js'
export { programBehind, shimsIn } from './resolve-shim.js'
export type { BackendName, OpenedSandbox, RunOptions, SandboxResult, Sandbox, SandboxOptions } from './types.js'
