import { homedir } from 'node:os'
import { placesFrom, type Places } from '../catalog/places.js'

/** What discovery has to know of the process it runs in. */
export interface Machine {
  places: Places
  searchPath: string
  home: string
  uid: number
}

export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  const home = homedir()
  return { places: placesFrom(env, home), searchPath: env.PATH ?? '', home, uid: process.getuid?.() ?? 0 }
}
