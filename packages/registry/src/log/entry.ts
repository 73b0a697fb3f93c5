import type { Hash } from '@atip/protocol'
import type { LogHead } from './tiles.js'

/** A log entry: from now on, the shim of this program has this content, or it is withdrawn. */
export function logEntry(hash: Hash, content: string | undefined): string {
  return `${hash} ${content === undefined ? '-' : `sha256:${content}`}`
}

/** The head of the log as a checkpoint: origin, size, root. */
export function checkpointText(origin: string, { size, root }: LogHead): string {
  return `${origin}\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n`
}
