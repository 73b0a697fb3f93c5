import { parseArgv, tokenise, type AtipTool, type ParsedCall, type Use } from '@atip/protocol'

/** A denied command in words, the tool's name first. */
export type DeniedCommand = readonly [string, ...string[]]

/** Parses a policy's list. An entry that cannot be parsed would deny nothing, so it is refused at once. */
export function readDeniedCommands(lines: readonly string[] = []): DeniedCommand[] {
  return lines.map((line) => {
    const tokens = tokenise(line)
    if (!tokens.ok) throw new TypeError(`the denied command ${JSON.stringify(line)} cannot be read: ${tokens.message}`)
    const [tool, ...words] = tokens.words
    if (tool === undefined) throw new TypeError('a denied command is empty; name at least a tool')
    return [tool, ...words]
  })
}

/**
 * Whether a call begins like a denied command (decision 65). Both are parsed as the tool does it, so that `-f` denies
 * `--force`, an alias of a command is denied too, and options before the command do not hide it.
 */
export function isDenied(tool: AtipTool, denied: DeniedCommand, path: readonly string[], call?: ParsedCall): boolean {
  if (denied[0] !== tool.name) return false
  if (startsWith(path, denied.slice(1))) return true
  const wanted = parseArgv(tool, denied)
  const isUnderstood = wanted.leftovers.every(({ reason }) => reason === 'missing-argument')
  if (!isUnderstood || !startsWith(path, wanted.path)) return false
  return wanted.uses.every((use) => call?.uses.some((other) => isSame(use, other)))
}

function startsWith(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((word, index) => words[index] === word)
}

function isSame(a: Use, b: Use): boolean {
  return (
    a.kind === b.kind && a.parameter.name === b.parameter.name && JSON.stringify(a.value) === JSON.stringify(b.value)
  )
}
