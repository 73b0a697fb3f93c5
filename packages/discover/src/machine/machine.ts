import { placesFrom, type DataFolders } from '../catalog/places.js'

/** What discovery has to know of the process it runs in. */
export interface Machine {
  places: DataFolders
  searchPath: string
  home: string
  uid: number
  /** `ATIP_REGISTRIES`, which replaces the registries of the user. */
  registries?: string
}

export function thisMachine(env: NodeJS.ProcessEnv = process.env): Machine {
  const home = homeFolder(env)
  const { ATIP_REGISTRIES: registries } = env
  return {
    places: placesFrom(env, home),
    searchPath: searchPathIn(env),
    home,
    uid: process.getuid?.() ?? 0,
    ...(registries !== undefined && { registries }),
  }
}

/** What npm, npx and their like put in front of PATH while they run something: the tools of one project. */
const ADDED_BY_NPM = /\/node_modules\/(?:\.bin|@npmcli\/run-script\/lib\/node-gyp-bin)\/?$/

/** PATH as it is outside of npm: `npx atip scan` finds what `atip scan` finds. */
function searchPathIn({ PATH = '', npm_execpath: npm }: NodeJS.ProcessEnv): string {
  if (npm === undefined) return PATH
  return PATH.split(':')
    .filter((folder) => !ADDED_BY_NPM.test(folder))
    .join(':')
}

/** `node:os` costs a millisecond, so it is loaded only if HOME is not set. */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.HOME ?? process.getBuiltinModule('node:os').homedir()
}
