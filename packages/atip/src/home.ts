import { isAbsolute } from 'node:path'
import { homedir } from 'node:os'
import { thisMachine, type Machine } from '@atip/discover/machine'
import { ToolError } from 'tooli'

export const HOME_ERRORS = { E3203: 'HOME is not an absolute path' } as const

/** The home folder. A relative one would put our files into whatever folder atip is called from. */
export function homeFolder(): string {
  const home = homedir()
  if (home === '' || isAbsolute(home)) return home
  throw new ToolError('E3203', `HOME is ${JSON.stringify(home)}, which is not an absolute path`, {
    exitCode: 78,
    suggestion: {
      action: 'ask_user',
      fix: 'Set HOME to the full path of your home folder',
      applicability: 'maybe_incorrect',
    },
  })
}

/** The facts about this machine that discovery needs. */
export function machineHere(): Machine {
  homeFolder()
  return thisMachine()
}
