import { isObject, quoteLine } from '@atip/protocol'
import { SHELL_TOOLS } from '../hooks/codex.js'
import { folderOfCall } from '../hooks/shell-line.js'
import type { JsonObject } from '../hooks/types.js'
import { textOf, type RecordReader } from './recorded-call.js'

/** Codex: records of the session and of each turn have the cwd, and calls are response items. */
export function codexRecords(): RecordReader {
  let folder: string | undefined
  return (record) => {
    // Early versions stored items without an envelope.
    const item = isObject(record.payload) ? record.payload : record
    if (record.type === 'session_meta' || record.type === 'turn_context') folder = textOf(item.cwd) ?? folder
    const call = callIn(item)
    if (call === undefined) return []
    const line = lineOf(call.command ?? call.cmd)
    const own = call.workdir ?? call.cwd ?? call.working_directory ?? undefined
    const cwd = textOf(folderOfCall(folder, own))
    return line === undefined ? [] : [{ line, cwd, id: textOf(item.call_id) }]
  }
}

function callIn(item: JsonObject): JsonObject | undefined {
  if (item.type === 'local_shell_call') return isObject(item.action) ? item.action : undefined
  if (item.type !== 'function_call' || !SHELL_TOOLS.includes(item.name)) return undefined
  try {
    const call: unknown = JSON.parse(String(item.arguments))
    return isObject(call) ? call : undefined
  } catch {
    return undefined
  }
}

const SHELL = /(?:^|\/)(?:ba|z|da|k)?sh$/

/** A line, or the words of a command. Codex wraps lines in `bash -lc`. */
function lineOf(command: unknown): string | undefined {
  if (typeof command === 'string') return command
  if (!Array.isArray(command) || command.length === 0) return undefined
  if (!command.every((word): word is string => typeof word === 'string')) return undefined
  const [program, option, line] = command as [string, string?, string?]
  const isWrapped = command.length === 3 && SHELL.test(program) && /^-l?c$/.test(option!)
  return isWrapped ? line : quoteLine(command)
}
