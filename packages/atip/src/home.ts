import { homeFolder as findHome, thisMachine, type Machine } from '@atip/discover/machine'
import { ToolError } from 'tooli'

export const HOME_ERRORS = { E3203: 'HOME is not an absolute path' } as const

/** The home folder, or an error that says how to set it. */
export function homeFolder(): string {
  try {
    return findHome()
  } catch (error) {
    throw new ToolError('E3203', (error as Error).message, {
      exitCode: 78,
      suggestion: {
        action: 'ask_user',
        fix: 'Set HOME to the full path of your home folder',
        applicability: 'maybe_incorrect',
      },
      cause: error,
    })
  }
}

/** The facts about this machine that discovery needs. */
export function machineHere(): Machine {
  homeFolder()
  return thisMachine()
}
