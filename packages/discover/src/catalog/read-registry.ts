import { isUtf8 } from 'node:buffer'
import { isObject, isToolName } from '@atip/protocol'
import type { Registry } from '../types.js'
import { entryFrom } from './entry.js'
import { codeOf } from './error.js'
import { jsonProblem, problemAt, type CatalogProblem } from './json-problem.js'
import { entriesOfVersion1 } from './migrate.js'
import { bytesAt, withFile } from './open-file.js'
import { OURS } from './registry-text.js'

/** A tool that could not be read, or one with a part that was dropped. */
export interface Dropped {
  name: string
  reason: string
}

export type RegistryReading =
  | { state: 'read'; ok: true; registry: Registry; dropped: Dropped[]; identity: string }
  | { state: 'missing'; ok: false }
  /** It is not a registry; its contents can only be collected again. */
  | { state: 'damaged'; ok: false; problem: CatalogProblem }
  /** There may be a valid registry that we cannot read, so it must not be replaced. */
  | { state: 'unreadable'; ok: false; problem: CatalogProblem }

/** Larger files are not read as a whole: they would exceed the maximum length of a string. */
export const MOST_BYTES = 256 * 1024 * 1024

/** Reads `registry.json` of any writer. One invalid tool does not affect the others. Never throws. */
export function readRegistry(file: string): RegistryReading {
  try {
    return withFile(file, (open) => {
      if (open.size > MOST_BYTES) return unreadable(`it has ${open.size} bytes; at most ${MOST_BYTES} are read`)
      return readBytes(bytesAt(open, 0, open.size), open.identity)
    })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return { state: 'missing', ok: false }
    return unreadable(READ_REASONS[code ?? ''] ?? `the system says ${code ?? String(error)}`)
  }
}

const READ_REASONS: Record<string, string> = {
  EACCES: 'permission denied; change the permissions, or set ATIP_DATA_DIR to another folder',
  EPERM: 'permission denied; change the permissions, or set ATIP_DATA_DIR to another folder',
  EISDIR: 'there is a folder of that name; move it away',
  EINVAL: 'it is not a regular file; move it away',
  ENXIO: 'it is not a regular file; move it away',
  ENOTDIR: 'a part of its path is a file, not a folder; move it away',
  ELOOP: 'its symbolic links form a loop; fix them',
}

function readBytes(bytes: Buffer, identity: string): RegistryReading {
  const text = bytes.toString().replace(/^\uFEFF/, '')
  if (!isUtf8(bytes)) return damaged(problemAt(text, text.indexOf('\uFFFD'), 'the bytes are not UTF-8'))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return damaged(jsonProblem(text))
  }
  return registryFrom(value, identity)
}

function registryFrom(value: unknown, identity: string): RegistryReading {
  const head = isObject(value) ? value : { version: '1', tools: value }
  const version = Number.parseInt(String(head.version), 10)
  if (version > VERSION) {
    return unreadable(`it has the version ${version}, and this program knows ${VERSION}; use a newer one`)
  }
  const dropped: Dropped[] = []
  const listed = Array.isArray(head.tools) ? entriesOfVersion1(head.tools, dropped) : head.tools
  if (Number.isNaN(version) || !isObject(listed))
    return damaged({ message: 'it is not a registry', line: 1, column: 1 })
  const tools = checkedTools(listed, dropped)
  const updated = typeof head.updated === 'string' ? head.updated : new Date(0).toISOString()
  const extra = Object.entries(head).filter(([key]) => !OURS.has(key))
  const registry = { updated, tools, ...(extra.length > 0 && { extra: Object.fromEntries(extra) }) }
  return { state: 'read', ok: true, registry, dropped, identity }
}

const VERSION = 2

/** The object itself becomes the map: copying thousands of tools would cost as much as checking them. */
function checkedTools(listed: Record<string, unknown>, dropped: Dropped[]): Registry['tools'] {
  const tools = Object.setPrototypeOf(listed, null) as Registry['tools']
  for (const name in listed) {
    const reading = entryFrom(listed[name])
    const isNamed = isToolName(name)
    if (!reading.ok || !isNamed) delete tools[name]
    if (!isNamed) dropped.push({ name, reason: 'is not a valid tool name' })
    else if (!reading.ok) dropped.push({ name, reason: reading.reason })
    else if (reading.note !== undefined) dropped.push({ name, reason: reading.note })
  }
  return tools
}

function damaged(problem: CatalogProblem): RegistryReading {
  return { state: 'damaged', ok: false, problem }
}

function unreadable(message: string): RegistryReading {
  return { state: 'unreadable', ok: false, problem: { message, line: 1, column: 1 } }
}
