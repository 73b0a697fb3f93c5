import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The address of a kept result is long, and tells where the home folder is; its name is enough. */
export function resultId(uri: string): string {
  return basename(fileURLToPath(uri))
}
