import { sha256 } from '../format/names.js'
import { ASSETS } from './generated/assets.js'

/** Scripts, styles and images of the pages, by path. */
export { ASSETS }

let folder: string | undefined

/**
 * Their folder, relative to the root of a registry. Its name changes with the content, so that browsers may cache it
 * for ever.
 */
export function assetsFolder(): string {
  return (folder ??= `assets/${sha256(JSON.stringify(ASSETS)).slice(0, 32)}`)
}
