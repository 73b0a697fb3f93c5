import { CODES, EXIT, ToolError } from '../errors/error.js'

/** Parts that few calls need, but that are most of the code. */
export type RarePart = 'mcp' | 'skill' | 'docs' | 'contract'

/** The name of each part, and the line with which an author includes it. */
const WORDS: Readonly<Record<RarePart, readonly [what: string, line: string]>> = {
  mcp: ['MCP', 'tooli build MODULE'],
  skill: ['the skill', 'tooli build MODULE'],
  docs: ['reference pages', 'tooli build MODULE --with docs'],
  contract: ['the contract', 'tooli build MODULE --with contract'],
}

/** The error of a program that was bundled or built without a part. */
export function notIncluded(part: RarePart): ToolError {
  const [what, line] = WORDS[part]
  const message = `bundled without ${what}; its author can add it with: ${line}`
  return new ToolError(CODES.notIncluded, message, { exitCode: EXIT.unavailable })
}
