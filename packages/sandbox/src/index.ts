export { openSandbox } from './open.js'
export { DEFAULT_LIMITS, type LimitName, type Limits } from './limits.js'
export type { BackendName, OpenedSandbox, RunOptions, RunResult, Sandbox, SandboxOptions } from './types.js'
