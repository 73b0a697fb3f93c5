import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENTS, type InstallableAgent, type InstallPlaces } from '../agents/agents.js'
import { findAgent } from '../agents/find.js'
import { logFiles } from '../hooks/index.js'
import { plantCanaries, type Canaries } from './canaries.js'
import { diagnose } from './diagnose.js'
import { installedHooks, textIn } from './installed-hook.js'
import { LIVE_AGENTS } from './launch.js'
import { startModel } from './scripted-model.js'
import { startAgent, type AgentExit } from './start-agent.js'

/**
 * `stops`: the forbidden call was stopped, and a harmless one ran. `not-firing`: atip is installed, but does not do
 * that. `not-tried`: the agent cannot run unattended, or did not make the model's calls.
 */
export type LiveState = 'stops' | 'not-firing' | 'not-installed' | 'not-tried'

export interface LiveReport {
  agent: InstallableAgent
  title: string
  state: LiveState
  reasons: string[]
  /** Whether the forbidden call ran. It is sent only if the hook was seen to judge the harmless one. */
  hasRun: boolean
}

export interface LiveOptions {
  places: InstallPlaces
  /** The command that an installation would use. */
  program: readonly string[]
  /** How long an agent may take, in milliseconds. */
  limit: number
}

/** Nothing listens on this port, so an agent that tries to use the network fails at once. */
const NOWHERE = 'http://127.0.0.1:9'

/** Sends two calls through an agent as installed here, with a scripted model on loopback instead of its own. */
export async function checkAgent(
  agent: InstallableAgent,
  { places, program, limit }: LiveOptions,
): Promise<LiveReport> {
  const { title } = AGENTS[agent]
  const canaries = plantCanaries()
  try {
    const problems = diagnose(agent, places, program, canaries.project)
    const [executable] = findAgent(agent, places).programs
    const live = LIVE_AGENTS[agent]
    const report = (state: LiveState, reasons: string[], hasRun = false): LiveReport => ({
      agent,
      title,
      state,
      reasons,
      hasRun,
    })
    const isInstalled = installedHooks(agent, places).length > 0
    if (!isInstalled) return report(wasInstalled(agent, places, problems) ? 'not-firing' : 'not-installed', problems)
    if (live === undefined) return report('not-tried', [`${title} cannot be started without its window`, ...problems])
    if (executable === undefined)
      return report('not-tried', [`the program ${AGENTS[agent].programs[0]} is not on PATH`, ...problems])
    const log = join(canaries.folder, 'log-data')
    const model = await startModel((told) => {
      if (told.length === 0) return live.shellCall(canaries.harmless)
      return told.length === 1 && hasJudged(log, agent, canaries) ? live.shellCall(canaries.forbidden) : undefined
    })
    let exit: AgentExit
    try {
      const { argv, env, files = {} } = live.launch(executable, { modelUrl: model.url, folder: canaries.folder })
      for (const [name, text] of Object.entries(files)) plant(join(canaries.project, name), text)
      const closed = { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, http_proxy: NOWHERE, https_proxy: NOWHERE }
      const open = { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' }
      const all = { ...places.env, HOME: places.home, ...closed, ...open, ...env, ATIP_DATA_DIR: log }
      exit = await startAgent(argv, { env: all, cwd: canaries.project, limit })
    } finally {
      await model.close()
    }
    const [harmless = '', forbidden = ''] = model.results
    const hasFired = hasJudged(log, agent, canaries)
    if (hasFired && forbidden.includes('atip refuses this') && !canaries.hasRun()) return report('stops', problems)
    if (model.results.length === 0 && !hasFired) return report('not-tried', [...problems, silence(exit)])
    return report('not-firing', [...problems, ...symptoms(harmless, hasFired, canaries)], canaries.hasRun())
  } finally {
    canaries.remove()
  }
}

function plant(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Whether atip is in the agent's files, or those files cannot be read. */
function wasInstalled(agent: InstallableAgent, places: InstallPlaces, problems: readonly string[]): boolean {
  const files = AGENTS[agent].files(places, 'user', { program: ['atip'] })
  const names = files.some(({ file }) => textIn(file)?.includes('atip') === true)
  return names || problems.some((problem) => files.some(({ file }) => problem.startsWith(file)))
}

/** Whether the hook's log has a decision for this agent and project. */
function hasJudged(data: string, agent: InstallableAgent, { project }: Canaries): boolean {
  const text = logFiles(data)
    .map((file) => textIn(file) ?? '')
    .join('')
  return text.includes(`"agent":${JSON.stringify(agent)}`) && text.includes(JSON.stringify(project))
}

function symptoms(harmless: string, hasFired: boolean, canaries: Canaries): string[] {
  if (canaries.hasRun()) return ['the hook was asked, and the forbidden call ran all the same']
  if (hasFired) return ['the hook was asked, and the agent did not pass its refusal on']
  if (harmless.includes(canaries.word)) return ['the agent ran a call without asking the hook']
  return ['every call is refused, because the hook does not answer']
}

function silence({ output, code, isLate }: AgentExit): string {
  const last = output.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  const end = isLate ? 'it took too long' : `it ended with ${code}`
  return `the agent did not do what the scripted model said: ${end}${last === '' ? '' : `: ${last}`}`
}
