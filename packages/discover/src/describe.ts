/** Describing one program from everything that is known about it. */
export { findProgram } from './describe/find-program.js'
export { describeTool } from './describe/describe-tool.js'
export { describeAll } from './describe/describe-many.js'
export { knowTool, type Knowledge, type KnowOptions } from './machine/know-tool.js'
export { refreshTool } from './machine/refresh-tool.js'
