import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hash } from '@atip/protocol'

export const hexOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The hash of an imaginary program. */
export const hashOf = (text: string): Hash => `sha256:${hexOf(text)}`

/** A shim for the program with these bytes. */
export function shimFor(bytes: string, name: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  const { binary = {}, ...rest } = fields
  return {
    atip: { version: '0.6' },
    binary: { hash: hashOf(bytes), name, version: '1.0.0', platform: 'linux-amd64', ...(binary as object) },
    trust: { source: 'inferred', verified: false },
    description: `What ${name} is for`,
    commands: { '': { description: `Run ${name}`, effects: { network: false, destructive: false } } },
    ...rest,
  }
}

/** Writes a shim where a build looks for it, and returns its path. */
export function plant(folder: string, bytes: string, name: string, fields?: Record<string, unknown>): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${hexOf(bytes)}.json`)
  writeFileSync(file, JSON.stringify(shimFor(bytes, name, fields)))
  return file
}

/** Every file below a folder with its content, except those that tests must not compare. */
export function contentsOf(folder: string, isWanted = (_path: string) => true): Record<string, string> {
  const files: Record<string, string> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!statSync(join(folder, name)).isFile() || name.startsWith('.build') || !isWanted(name)) continue
    files[name] = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  }
  return files
}
