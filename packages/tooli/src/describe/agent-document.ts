import { closest, filter, quoteLine, walkCommands, type AtipTool } from '@atip/protocol'
import { CODES, ToolError, type Suggestion } from '../errors/error.js'
import type { PartRequest } from '../parse/read-line.js'

/** The output of `--agent`: the document, or the requested part of it. */
export function agentDocument(tool: AtipTool, { commands, depth }: PartRequest = {}): AtipTool {
  if (depth !== undefined && !(Number.isSafeInteger(depth) && depth >= 1)) throw wrongDepth(tool, depth)
  const wanted = commands === undefined ? undefined : listed(tool, commands)
  return filter(tool, { ...(wanted && { commands: wanted }), ...(depth !== undefined && { depth }) })
}

function listed(tool: AtipTool, text: string): string[] {
  const wanted = text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  if (wanted.length === 0) {
    throw new ToolError(CODES.missingValue, '--commands must name at least one command; found an empty list', {
      suggestion: overview(tool),
      details: { parameter: 'commands' },
    })
  }
  const known = [...walkCommands(tool)].map(({ path }) => path.join('/')).filter((path) => path !== '')
  const unknown = wanted.filter((path) => !known.includes(path))
  if (unknown.length > 0) throw unknownCommands(tool, wanted, known)
  return wanted
}

function unknownCommands(tool: AtipTool, wanted: readonly string[], known: readonly string[]): ToolError {
  const guesses = new Map<string, string | undefined>()
  for (const path of wanted) if (!known.includes(path)) guesses.set(path, likelyPath(path, known))
  const names = [...guesses.keys()].map((path) => JSON.stringify(path)).join(', ')
  const isGuessed = [...guesses.values()].every((guess) => guess !== undefined)
  const meant = [...new Set(wanted.map((path) => guesses.get(path) ?? path))]
  const fix = `Did you mean ${[...guesses.values()].map((guess) => JSON.stringify(guess)).join(', ')}?`
  const suggestion = isGuessed ? suggest(fix, [tool.name, '--agent', '--commands', meant.join(',')]) : overview(tool)
  return new ToolError(CODES.unknownCommand, `${tool.name} has no command ${names}; a path is written with slashes`, {
    suggestion,
    details: { unknown: [...guesses.keys()] },
  })
}

function wrongDepth(tool: AtipTool, depth: number): ToolError {
  return new ToolError(
    CODES.invalidValue,
    `--depth must be a whole number from 1 on${Number.isNaN(depth) ? '' : `; found ${depth}`}`,
    {
      suggestion: overview(tool),
      details: { parameter: 'depth' },
    },
  )
}

function overview({ name }: AtipTool): Suggestion {
  return suggest('See which commands there are', [name, '--agent', '--depth', '1'])
}

function suggest(fix: string, line: readonly string[]): Suggestion {
  return { action: 'retry_with_modified_input', fix, example: quoteLine(line), applicability: 'maybe_incorrect' }
}

/** The path that the user most likely meant; often only its last part is given. */
function likelyPath(path: string, known: readonly string[]): string | undefined {
  const below = known.filter((candidate) => candidate.endsWith(`/${path}`))
  return below.length === 1 ? below[0] : closest(path, known)
}
