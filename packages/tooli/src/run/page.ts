import { CODES, ToolError } from '../errors/error.js'
import type { RunState } from './create-context.js'
import type { Success } from './outcome.js'
import type { CallFlags } from './surface.js'

/** Cuts a list to what was asked for and says how to get the rest; a command that pages by itself is left alone. */
export function page(success: Success, flags: CallFlags, state: RunState): Success {
  const { data, meta } = success
  if (!Array.isArray(data)) return success
  if (state.cursor !== undefined) {
    return {
      ...success,
      meta: { ...meta, truncated: { shown: data.length, cursor: state.cursor, next: `--cursor ${state.cursor}` } },
    }
  }
  if (state.pagesItself || (flags.limit === undefined && flags.cursor === undefined)) return success
  const start = readOffset(flags.cursor)
  const end = flags.limit === undefined ? data.length : start + flags.limit
  const shown = data.slice(start, end)
  if (end >= data.length) return { ...success, data: shown }
  const cursor = String(end)
  const next = `--limit ${flags.limit} --cursor ${cursor}`
  return {
    ...success,
    data: shown,
    meta: { ...meta, truncated: { shown: shown.length, total: data.length, cursor, next } },
  }
}

function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new ToolError(
    CODES.invalidValue,
    `--cursor must be one that an earlier answer gave; found ${JSON.stringify(cursor)}`,
    {
      details: { parameter: 'cursor' },
    },
  )
}
