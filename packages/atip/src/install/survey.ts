import { existsSync, readFileSync } from 'node:fs'
import {
  AGENT_NAMES,
  AGENTS,
  type AgentFile,
  type InstallableAgent,
  type InstallPlaces,
  type InstallScope,
  type Registration,
} from '../agents/agents.js'
import { findAgent, isFound } from '../agents/find.js'
import { stateOf } from './edit.js'
import { askModeFor, strictnessIn } from './strictness.js'

/** The traces of an agent on this machine, and the state of our pieces in its files. */
export interface AgentSurvey {
  agent: InstallableAgent
  title: string
  isFound: boolean
  programs: string[]
  files: SurveyedFile[]
}

export interface SurveyedFile {
  file: string
  role: AgentFile['role']
  scope: InstallScope
  state: 'current' | 'outdated' | 'absent' | 'unreadable'
}

export function surveyAgents(places: InstallPlaces, registration: Registration): AgentSurvey[] {
  return AGENT_NAMES.map((agent) => surveyAgent(agent, places, registration))
}

export function surveyAgent(agent: InstallableAgent, places: InstallPlaces, registration: Registration): AgentSurvey {
  const found = findAgent(agent, places)
  const files = (['user', 'project'] as const).flatMap((scope) =>
    AGENTS[agent].files(places, scope, registration).flatMap((target): SurveyedFile[] => {
      // Most projects have no such files.
      if (scope === 'project' && !existsSync(target.file)) return []
      return [
        { file: target.file, role: target.role, scope, state: stateIn(agent, places, scope, target, registration) },
      ]
    }),
  )
  const seen = new Set<string>()
  const isShown = ({ file, scope, state }: SurveyedFile) =>
    (scope === 'user' || state !== 'absent') && !seen.has(file) && seen.add(file)
  const { title } = AGENTS[agent]
  return { agent, title, isFound: isFound(found), programs: found.programs, files: files.filter(isShown) }
}

/** The state, whatever the installed strictness. */
function stateIn(
  agent: InstallableAgent,
  places: InstallPlaces,
  scope: InstallScope,
  target: AgentFile,
  registration: Registration,
): SurveyedFile['state'] {
  let text: string
  try {
    text = readFileSync(target.file, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'unreadable'
  }
  const strictness = strictnessIn(text)
  const ask = strictness === undefined ? registration.ask : askModeFor(strictness)
  const wanted = AGENTS[agent].files(places, scope, { ...registration, ask }).find(({ file }) => file === target.file)!
  try {
    return stateOf(text, wanted.pieces)
  } catch {
    return 'unreadable'
  }
}
