import { placesFrom, type Places } from '../catalog/places.js'

/** What discovery has to know of the process it runs in. */
export interface Machine {
  places: Places
  searchPath: string
  home: string
  uid: number
}

export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  const home = homeFolder(env)
  return { places: placesFrom(env, home), searchPath: env.PATH ?? '', home, uid: process.getuid?.() ?? 0 }
}

/** `node:os`, which costs a millisecond, is loaded where nobody said. */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.HOME ?? process.getBuiltinModule('node:os').homedir()
}
