import type { AtipTool } from '@atip/protocol'
import type { FoundCommand } from './found.js'
import { readText } from './read-text.js'
import { toAtip } from './to-atip.js'

export interface GenerateOptions {
  /** The tool's name, as it is called. */
  name: string
  /** The way to the command that the text is about; empty for the tool itself. */
  path?: string[]
}

export interface Generated {
  /** Valid ATIP, also if nothing was found. Partial if the text is about one command, or names commands only. */
  metadata: AtipTool
  found: FoundCommand
  notes: string[]
}

/** From what a program prints about itself. Nothing is run and nothing is read but the text. */
export function generateFromHelp(text: string, { name, path = [] }: GenerateOptions): Generated {
  const found = readText(text, { name, path }, 'help')
  return { found, ...toAtip(found, { name, path }) }
}

/** From a manual page as `man` shows it. */
export function generateFromMan(rendered: string, { name, path = [] }: GenerateOptions): Generated {
  const found = readText(rendered, { name, path }, 'man')
  return { found, ...toAtip(found, { name, path }) }
}
