import { isObject } from '@atip/protocol'
import { textOf, type RecordReader } from './recorded-call.js'

/** Claude Code: each message is a record with the session's cwd, and calls are parts of its content. */
export const claudeCodeRecords = (): RecordReader => (record) => {
  const content = isObject(record.message) ? record.message.content : undefined
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => {
    if (!isObject(part) || part.type !== 'tool_use' || part.name !== 'Bash' || !isObject(part.input)) return []
    const line = textOf(part.input.command)
    return line === undefined ? [] : [{ line, cwd: textOf(record.cwd), id: textOf(part.id) }]
  })
}
