import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StateLine } from './state.js'

/** Removes shims that an interrupted build wrote and no build published. */
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

/** Removes an expired file, and its folder if it is then empty. */
export function removeExpired(root: string, path: string): void {
  rmSync(join(root, path), { force: true })
  try {
    rmdirSync(dirname(join(root, path)))
  } catch {
    // The folder is not empty.
  }
}
