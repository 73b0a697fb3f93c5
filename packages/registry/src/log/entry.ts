import type { Hash } from '@atip/protocol'
import type { LogHead } from './tiles.js'

/** What the log says: from now on, the shim of this program has this content, or there is none any more. */
export function logEntry(hash: Hash, content: string | undefined): string {
  return `${hash} ${content === undefined ? '-' : `sha256:${content}`}`
}

/** The head of the log in the form of a checkpoint: origin, size, root. */
export function checkpointText(origin: string, { size, root }: LogHead): string {
  return `${origin}\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n`
}
