import { basename } from 'node:path'
import { readTool } from '@atip/protocol'
import type { Report } from './file-problems.js'

/** A shim that is named by a hash is found by it, so that it must describe the program with this hash (RFC 4.5). */
export function nameProblems(file: string, bytes: Uint8Array): Report[] {
  const [, hex] = /^([0-9a-f]{64})\.json$/.exec(basename(file)) ?? []
  const reading = hex === undefined ? undefined : readTool(bytes)
  const hash = reading?.ok === true ? reading.tool.binary?.hash : undefined
  if (hash === undefined || hash === `sha256:${hex}`) return []
  const name = `${hash.replace(/^sha256:/, '')}.json`
  const message = `the file is named by another hash; it is for the program with this one: rename it to ${name}`
  return [{ severity: 'error', rule: 'shim-name', pointer: '/binary/hash', message }]
}
