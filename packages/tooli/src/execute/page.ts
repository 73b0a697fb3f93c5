import type { Meta, Success } from '../call/outcome.js'
import type { CallFlags } from '../call/surface.js'
import { CODES, ToolError } from '../errors/error.js'
import { longFlag } from '../model/scope.js'
import type { CommandModel } from '../model/model.js'
import type { RunState } from './create-context.js'

/** Cuts a list to the requested entries and says how to get the rest, unless the command pages by itself. */
export function page(success: Success, flags: CallFlags, state: RunState, model: CommandModel): Success {
  const { data, meta } = success
  if (!Array.isArray(data)) return success
  if (state.cursor !== undefined) return { ...success, meta: withCursor(meta, flags, state, model, data.length) }
  if (state.pagesItself || (flags.limit === undefined && flags.cursor === undefined)) return success
  const { start, end } = rangeOf(flags, model)
  const shown = data.slice(start, end)
  if (end >= data.length) return { ...success, data: shown }
  const cursor = String(end)
  const next = nextFlags(flags, cursor, model)
  const truncated = { shown: shown.length, total: data.length, cursor, next }
  return { ...success, data: shown, meta: { ...meta, truncated } }
}

/** The range of the requested entries, counted from 0. */
export function rangeOf({ limit, cursor }: CallFlags, { flags }: CommandModel): { start: number; end: number } {
  if (limit !== undefined && limit < 1)
    throw refuse('limit', `${longFlag(flags, 'limit') ?? 'limit'} must be at least 1; found ${limit}`)
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
    const name = longFlag(flags, 'cursor') ?? 'cursor'
    throw refuse('cursor', `${name} must be one that an earlier answer gave; found ${JSON.stringify(cursor)}`)
  }
  const start = Number(cursor ?? 0)
  return { start, end: limit === undefined ? Infinity : start + limit }
}

/** Adds how to get the rest of a result whose size is unknown. */
export function withCursor(
  meta: Meta,
  flags: CallFlags,
  { cursor }: RunState,
  model: CommandModel,
  shown?: number,
): Meta {
  if (cursor === undefined) return meta
  const count = shown ?? Number(cursor) - Number(flags.cursor ?? 0)
  return { ...meta, truncated: { shown: count, cursor, next: nextFlags(flags, cursor, model) } }
}

function nextFlags({ limit }: CallFlags, cursor: string, { flags }: CommandModel): string {
  const next = `${longFlag(flags, 'cursor')} ${cursor}`
  return limit === undefined ? next : `${longFlag(flags, 'limit')} ${limit} ${next}`
}

function refuse(parameter: string, message: string): ToolError {
  return new ToolError(CODES.invalidValue, message, { details: { parameter } })
}
