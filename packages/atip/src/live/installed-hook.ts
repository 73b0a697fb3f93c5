import { readFileSync } from 'node:fs'
import { parse as parseJsonc } from 'jsonc-parser'
import { AGENTS, type InstallableAgent, type InstallPlaces } from '../agents/agents.js'
import { readToml } from '../install/toml-text.js'

/** The command that an agent currently runs as our hook, according to its configuration. */
export interface InstalledHook {
  file: string
  command: string
}

/** All installed hooks, of the user and of the project, including those added by hand. */
export function installedHooks(agent: InstallableAgent, places: InstallPlaces): InstalledHook[] {
  const scopes = ['user', 'project'] as const
  const files = scopes.flatMap((scope) => AGENTS[agent].files(places, scope, { program: ['atip'] }))
  const hooks = files.filter(({ role }) => role !== 'server' && role !== 'policy').map(({ file }) => file)
  return [...new Set(hooks)].flatMap((file) => {
    const text = textIn(file)
    return text === undefined ? [] : commandsIn(file, text, agent).map((command) => ({ file, command }))
  })
}

export function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function commandsIn(file: string, text: string, agent: InstallableAgent): string[] {
  const found: string[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'string' && value.includes('atip') && value.includes(`hook ${agent}`)) found.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
  }
  look(settingsIn(file, text))
  return found
}

/** Parses settings in any of the formats; undefined if they are invalid. */
export function settingsIn(file: string, text: string): unknown {
  try {
    if (file.endsWith('.toml')) return readToml(text)
    if (file.endsWith('.js')) return JSON.parse(/^const COMMAND = (".*")$/m.exec(text)?.[1] ?? 'null')
    return parseJsonc(text, [], { allowTrailingComma: true })
  } catch {
    return undefined
  }
}
