import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { homeFolder } from '../home.js'
import { stateFolders } from '../run/state-folders.js'

/** The directives of programs from their last runs, up to this many bytes. */
export function keptDirectives(room: number): string[] {
  const { directives } = stateFolders(process.env, homeFolder())
  const texts: string[] = []
  let left = room
  try {
    for (const name of readdirSync(directives).sort()) {
      if (!name.endsWith('.txt')) continue
      const text = readFileSync(join(directives, name), 'utf8')
      const size = Buffer.byteLength(text) + 1
      if (size > left) continue
      texts.push(text)
      left -= size
    }
  } catch {
    // No directives are stored yet.
  }
  return texts
}
