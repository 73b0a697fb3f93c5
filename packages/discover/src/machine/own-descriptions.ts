import { existsSync } from 'node:fs'
import type { DataFolders } from '../catalog/places.js'

/** Whether this machine has descriptions besides the shipped ones: from the user, a registry, or a tool itself. */
export function hasOwnDescriptions({ config, data, systemData }: DataFolders): boolean {
  if (existsSync(`${config}/overrides`)) return true
  return [data, ...systemData].some((folder) => existsSync(`${folder}/shims`) || existsSync(`${folder}/tools`))
}
