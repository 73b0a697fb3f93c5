import { sha256 } from '../format/names.js'
import { ASSETS } from './generated/assets.js'

/** The scripts, styles and pictures of the pages, by path. */
export { ASSETS }

let folder: string | undefined

/** Where they are, from the root of a registry. The name changes with the content, so that they may be cached for ever. */
export function assetsFolder(): string {
  return (folder ??= `assets/${sha256(JSON.stringify(ASSETS)).slice(0, 32)}`)
}
