import { agentDocument } from '../describe/agent-document.js'
import { ToolError } from '../errors/error.js'
import type { PartRequest } from '../parse/read-line.js'
import type { Manifest } from './read-manifest.js'

/**
 * Answers `--version` and `--agent [--commands A,B] [--depth N]` without the definition; `argv` excludes the program.
 * Returns undefined for anything else and for mistakes, which the definition then explains.
 */
export function answerFromManifest(manifest: Manifest, argv: readonly string[]): string | undefined {
  if (argv.length === 1 && argv[0] === '--version') return `${manifest.version}\n`
  const request = readRequest(argv)
  if (request === undefined) return undefined
  try {
    return printDocument(agentDocument(manifest.agent, request))
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

export function printDocument(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function readRequest(argv: readonly string[]): PartRequest | undefined {
  const request: PartRequest = {}
  let isAgent = false
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index]!
    if (word === '--agent') {
      isAgent = true
      continue
    }
    const [, flag, attached] = /^--(commands|depth)(?:=([^]*))?$/.exec(word) ?? []
    const value = attached ?? argv[++index]
    if (flag === undefined || value === undefined) return undefined
    if (flag === 'commands') request.commands = value
    else if (/^\d+$/.test(value)) request.depth = Number(value)
    else return undefined
  }
  return isAgent ? request : undefined
}
