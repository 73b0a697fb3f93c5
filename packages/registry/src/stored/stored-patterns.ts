import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export { readPattern } from '../format/patterns.js'

/** In the folder of patterns: the files that came from registries. All others are the user's. */
export const PATTERN_LIST = '.from-registries.json'

/** The files in a folder of patterns that came from registries; all of them if the list cannot be read. */
export function patternsFromRegistries(folder: string): string[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  if (!names.includes(PATTERN_LIST)) return []
  try {
    const list: unknown = JSON.parse(readFileSync(join(folder, PATTERN_LIST), 'utf8'))
    if (Array.isArray(list)) return names.filter((name) => list.includes(name))
  } catch {
    // Which files are the user's is not known.
  }
  return names
}
