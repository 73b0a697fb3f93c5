import type { ToolSearchRecord } from '../records/records.js'
import type { RuntimeTool } from '../tool/tool.js'
import { namesOf } from './catalog.js'
import { refTo, type ToolSurface } from './surface.js'

export interface SearchContext {
  /** Providers whose tools are not known yet. */
  pendingProviders: readonly string[]
  /** Above 0 for tools that the provider prefers, below 0 for deprecated ones. */
  preference(tool: RuntimeTool): number
  limit: number
}

const SELECT = /^select:/i

/** Takes `select:NAME,NAME` or keywords. The tools found are loaded. */
export function searchSurface(surface: ToolSurface, query: string, context: SearchContext): ToolSearchRecord {
  const deferred = surface.deferred()
  const isSelect = SELECT.test(query)
  const { found, missing } = isSelect
    ? select(surface, query)
    : { found: byKeywords(deferred, query, context), missing: [] }
  for (const tool of found) surface.load(tool)
  const isWaiting = context.pendingProviders.length > 0
  return {
    query,
    query_type: isSelect ? 'select' : 'keyword',
    matches: found.map((tool) => refTo(tool, 'loaded')),
    total_deferred_tools: deferred.length,
    pending_providers: [...context.pendingProviders],
    missing_names: missing,
    next_action: found.length > 0 ? 'call' : isWaiting ? 'retry_when_provider_ready' : 'change_query',
  }
}

function select(surface: ToolSurface, query: string): { found: RuntimeTool[]; missing: string[] } {
  const names = query
    .replace(SELECT, '')
    .split(',')
    .map((name) => name.trim())
  const found: RuntimeTool[] = []
  const missing: string[] = []
  for (const name of names.filter((one) => one !== '')) {
    const hit = surface.find(name)
    if (hit.kind === 'loaded' || hit.kind === 'deferred') found.push(hit.tool)
    else missing.push(name)
  }
  return { found, missing }
}

function byKeywords(tools: readonly RuntimeTool[], query: string, { preference, limit }: SearchContext): RuntimeTool[] {
  const wanted = wordsIn(query)
  return tools
    .map((tool) => ({ tool, score: scoreOf(tool, wanted), preference: preference(tool) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.preference - a.preference || b.score - a.score || (a.tool.id < b.tool.id ? -1 : 1))
    .slice(0, limit)
    .map(({ tool }) => tool)
}

/** Each word counts once, in the field with the highest weight. */
function scoreOf(tool: RuntimeTool, wanted: readonly string[]): number {
  const fields: [text: string, weight: number][] = [
    [namesOf(tool).join(' '), 4],
    [tool.searchHint ?? '', 3],
    [`${tool.title ?? ''} ${tool.description}`, 1],
  ]
  const places = fields.map(([text, weight]) => ({ words: new Set(wordsIn(text)), weight }))
  return wanted.reduce((sum, word) => sum + (places.find(({ words }) => words.has(word))?.weight ?? 0), 0)
}

/** Splits `read_file` and `readFile` into two words each. */
function wordsIn(text: string): string[] {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return [...new Set(words ?? [])]
}
