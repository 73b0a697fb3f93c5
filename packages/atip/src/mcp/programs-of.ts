import { Programs } from './programs.js'
import type { ServerSettings } from './settings.js'

const opened = new WeakMap<ServerSettings, Programs>()

/** The programs of a server, created by the first call that needs them. */
export function programsOf(settings: ServerSettings): Programs {
  let programs = opened.get(settings)
  if (programs === undefined) opened.set(settings, (programs = new Programs(settings)))
  return programs
}
