import { CODES, EXIT, ToolError } from '../errors/error.js'

/** What few calls need and most of the code is. */
export type RarePart = 'mcp' | 'skill' | 'docs' | 'contract'

/** What it is, and how an author includes it. */
const WORDS: Readonly<Record<RarePart, readonly [what: string, line: string]>> = {
  mcp: ['MCP', 'tooli build MODULE'],
  skill: ['the skill', 'tooli build MODULE'],
  docs: ['reference pages', 'tooli build MODULE --with docs'],
  contract: ['the contract', 'tooli build MODULE --with contract'],
}

/** A program that was bundled, or built, without one of them. */
export function notIncluded(part: RarePart): ToolError {
  const [what, line] = WORDS[part]
  const message = `bundled without ${what}; its author can add it with: ${line}`
  return new ToolError(CODES.notIncluded, message, { exitCode: EXIT.unavailable })
}
