/**
 * The start of a built program, bundled into it as text after a line that defines TOOL. Its syntax is lowered, so that
 * an old Node can print the message.
 */
import { start, type BuiltTool } from './start.js'

declare const TOOL: BuiltTool

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`${TOOL.name} needs Node 20.19 or later; this is Node ${process.versions.node}.\n`)
  // Not 1: agents ignore that exit code of a hook.
  process.exitCode = 2
} else start(TOOL)
