import { isAbsolute } from 'node:path'
import { placesFrom, type DataFolders } from '../catalog/places.js'

/** The facts about the process that discovery needs. */
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

/** Folders that npm and npx put in front of PATH: they hold the tools of one project. */
const ADDED_BY_NPM = /\/node_modules\/(?:\.bin|@npmcli\/run-script\/lib\/node-gyp-bin)\/?$/

/** PATH as it is outside npm, so that `npx atip scan` finds the same as `atip scan`. */
function searchPathIn({ PATH = '', npm_execpath: npm }: NodeJS.ProcessEnv): string {
  if (npm === undefined) return PATH
  return PATH.split(':')
    .filter((folder) => !ADDED_BY_NPM.test(folder))
    .join(':')
}

/**
 * HOME; if it is unset or empty, the home folder that the system has for this user. Throws if it is relative: the
 * user's policies and descriptions would be looked for in the current folder.
 */
export function homeFolder({ HOME = '' }: NodeJS.ProcessEnv = process.env): string {
  // `node:os` costs a millisecond, so it is loaded only if needed. Its `homedir` would return an empty HOME.
  const home = HOME === '' ? process.getBuiltinModule('node:os').userInfo().homedir : HOME
  if (!isAbsolute(home)) throw new TypeError(`HOME is ${JSON.stringify(home)}, which is not an absolute path`)
  return home
}
