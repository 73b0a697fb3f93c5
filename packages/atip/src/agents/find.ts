import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { AGENTS, type InstallableAgent, type InstallPlaces } from './agents.js'

/** The traces of an agent on this machine. */
export interface FoundAgent {
  /** Its programs on PATH, without duplicates; the first is the one that runs. */
  programs: string[]
  hasFolder: boolean
}

export function findAgent(name: InstallableAgent, places: InstallPlaces): FoundAgent {
  const { programs, folder } = AGENTS[name]
  return {
    programs: programs.flatMap((program) => programsOnPath(program, places.env.PATH)),
    hasFolder: existsSync(folder(places)),
  }
}

export function isFound({ programs, hasFolder }: FoundAgent): boolean {
  return programs.length > 0 || hasFolder
}

function programsOnPath(name: string, path = ''): string[] {
  const files = path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .filter(isProgram)
  const seen = new Set<string>()
  return files.filter((file) => {
    const real = realpathSync(file)
    return !seen.has(real) && seen.add(real)
  })
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
