/** Describing one program from everything that is known about it. */
export { findProgram } from './describe/find-program.js'
export { askVersion, describeTool } from '@atip/describe'
export { describeAll } from './describe/describe-many.js'
export { knowTool, type KnownTool, type KnowOptions } from './machine/know-tool.js'
export { refreshTool } from './machine/refresh-tool.js'
