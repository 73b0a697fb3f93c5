import { existsSync } from 'node:fs'
import type { DataFolders } from '../catalog/places.js'

/** Whether the user describes tools in their own words, so that what is shipped is not the last word on them. */
export function hasOwnDescriptions({ config, data }: DataFolders): boolean {
  return existsSync(`${config}/overrides`) || existsSync(`${data}/shims`)
}
