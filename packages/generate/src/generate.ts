import type { AtipTool } from '@atip/protocol'
import type { FoundCommand } from './found.js'
import { readText } from './read-text.js'
import { toAtip } from './to-atip.js'

export interface GenerateOptions {
  /** The tool's name, as the user calls it. */
  name: string
  /** The path of the command that the text is about; empty for the tool itself. */
  path?: string[]
}

export interface Generated {
  /** Valid ATIP, even if nothing was found. Partial if the text is about one command, or only names its commands. */
  metadata: AtipTool
  found: FoundCommand
  notes: string[]
}

/** Generates a description from a program's own help. Nothing is executed, and only the text is read. */
export function generateFromHelp(text: string, { name, path = [] }: GenerateOptions): Generated {
  const found = readText(text, { name, path }, 'help')
  return { found, ...toAtip(found, { name, path }) }
}

/** Generates a description from a manual page as `man` shows it. */
export function generateFromMan(rendered: string, { name, path = [] }: GenerateOptions): Generated {
  const found = readText(rendered, { name, path }, 'man')
  return { found, ...toAtip(found, { name, path }) }
}
