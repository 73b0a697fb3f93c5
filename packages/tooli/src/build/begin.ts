/** How a built program begins: put in front of it as text, behind a line that says which tool it is. */
import { start } from './start.js'

declare const TOOL: { folder: string; version: string; require: NodeJS.Require }

start(TOOL.folder, TOOL.version, TOOL.require)
