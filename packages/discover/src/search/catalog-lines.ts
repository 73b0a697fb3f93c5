import type { SearchEntry } from '@atip/registry/search'

/** A line of a catalog that is not a valid entry. */
export class CatalogLineError extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(`line ${line} ${reason}`)
    this.line = line
  }
}

/**
 * Reads a catalog in JSON Lines: `name` and `description`, and optionally `tool` (default: the first word of the name),
 * `sub` or `command` (default: the other words), and `params` or `parameters`.
 */
export function* entriesInLines(text: string): Generator<SearchEntry> {
  let number = 0
  for (const line of text.replace(/^\ufeff/, '').split('\n')) {
    number++
    if (line.trim() !== '') yield toEntry(parse(line, number), number)
  }
}

function parse(line: string, number: number): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new CatalogLineError(number, `is not JSON: ${(error as Error).message}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new CatalogLineError(number, 'is no JSON object; a line looks like {"name":"…","description":"…"}')
}

function toEntry(value: Record<string, unknown>, line: number): SearchEntry {
  const text = (...fields: readonly string[]): string | undefined => {
    const field = fields.find((key) => Object.hasOwn(value, key) && value[key] !== null)
    if (field === undefined) return undefined
    const found = value[field]
    if (typeof found === 'string') return found
    throw new CatalogLineError(line, `has a "${field}" that is no text`)
  }
  const name = text('name')?.trim() ?? ''
  if (name === '') throw new CatalogLineError(line, 'has no "name"')
  const [first, ...rest] = name.split(/\s+/)
  const tool = text('tool') ?? first!
  const command = text('sub', 'command') ?? (tool === first ? rest.join(' ') : '')
  return { name, tool, command, description: text('description') ?? '', parameters: text('params', 'parameters') }
}
