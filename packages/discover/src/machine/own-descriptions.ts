import { existsSync } from 'node:fs'
import type { Places } from '../catalog/places.js'

/** Whether anything on this machine describes tools beside what is shipped: the user, a registry, a tool itself. */
export function hasOwnDescriptions({ config, data, systemData }: Places): boolean {
  if (existsSync(`${config}/overrides`)) return true
  return [data, ...systemData].some((folder) => existsSync(`${folder}/shims`) || existsSync(`${folder}/tools`))
}
