import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StateLine } from './state.js'

/** Removes shims that no build has published: one that was broken off had written them. */
export function removeStrays(root: string, lines: Iterable<StateLine>): void {
  const folder = join(root, 'shims/sha256')
  const known = new Set<string>()
  for (const { hex, facts } of lines) if (!facts.includes('"removed":true')) known.add(hex)
  for (const name of namesIn(folder)) {
    const [, hex] = /^([0-9a-f]{64})\.json/.exec(name) ?? []
    if (hex !== undefined && !known.has(hex)) rmSync(join(folder, name), { force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A file whose time is over, and its folder if it was the last one there. */
export function removeExpired(root: string, path: string): void {
  rmSync(join(root, path), { force: true })
  try {
    rmdirSync(dirname(join(root, path)))
  } catch {
    // There are others.
  }
}
