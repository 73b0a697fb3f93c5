import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { closureText } from '@atip/protocol'
import { hashFile } from '@atip/trust'
import { kindOf } from './kind.js'

/** A first line that starts a JavaScript runtime, also through `env`. */
const NODE = /(?:^|\/|\s)(?:node|nodejs|bun|deno|tsx|ts-node)(?:\s|$)/

/**
 * The closure hash of a script in a Node package. Launchers of several versions often have the same bytes, and the
 * package manifest tells them apart. Undefined for other programs. A scan of a machine computes the same hash.
 */
export async function packageClosure(script: string, entry: string, root: string): Promise<string | undefined> {
  const kind = kindOf(script)
  if (kind.is !== 'script' || !NODE.test(kind.interpreter)) return undefined
  const manifest = nearestManifest(dirname(script), root)
  if (manifest === undefined) return undefined
  const text = closureText({ interpreter: 'node', entry, manifest: await hashFile(manifest) })
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

function nearestManifest(folder: string, root: string): string | undefined {
  if (relative(root, folder).startsWith('..')) return undefined
  const file = join(folder, 'package.json')
  return existsSync(file) ? file : nearestManifest(dirname(folder), root)
}
