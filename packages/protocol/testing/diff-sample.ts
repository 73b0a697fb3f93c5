import { readTool } from '../src/read.js'
import type { AtipTool } from '../src/types/tool.js'
import type { Change } from '../src/diff/change.js'
import { diff } from '../src/diff/diff.js'

/** A normalised tool called `demo` with these parts. */
export function tool(parts: Record<string, unknown>): AtipTool {
  const document = { atip: { version: '0.6' }, name: 'demo', version: '1.0.0', description: 'Demo', ...parts }
  const reading = readTool(document)
  if (!reading.ok) throw new Error(`the sample is not valid: ${JSON.stringify(reading.problems)}`)
  return reading.tool
}

/** A tool with one command, `act`. */
export function toolWith(command: Record<string, unknown>): AtipTool {
  return tool({ commands: { act: { description: 'Acts', ...command } } })
}

/** The changes in short form: `kind path type name field`. */
export function brief(before: AtipTool, after: AtipTool): string[] {
  return diff(before, after).map(inShort)
}

export function inShort({ kind, path, subject, field }: Change): string {
  return [kind, path.join('/') || '.', subject.type, subject.name, field].filter((part) => part !== undefined).join(' ')
}
