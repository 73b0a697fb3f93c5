import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The URI of a stored result is long and reveals the home folder; its name is enough. */
export function resultId(uri: string): string {
  return basename(fileURLToPath(uri))
}
