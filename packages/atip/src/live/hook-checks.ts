import { AGENTS, type InstallableAgent, type InstallPlaces } from '../agents/agents.js'
import { disabled, outdated, unreadableFiles, untrusted } from './diagnose.js'
import { installedHooks } from './installed-hook.js'

export interface AgentCheck {
  name: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  fix?: string[]
}

/** Reads the configuration of agents that have our hook, and of those that the user named. Starts nothing. */
export function hookChecks(
  agents: readonly InstallableAgent[],
  isNamed: boolean,
  places: InstallPlaces,
  program: readonly string[],
): AgentCheck[] {
  return agents.flatMap((agent) => {
    const hooks = installedHooks(agent, places)
    if (hooks.length === 0) return isNamed ? [absent(agent)] : []
    const problems = [...unreadableFiles(agent, places), ...disabled(agent, places), ...untrusted(agent, places, hooks)]
    const all = [...problems, ...outdated(agent, places, program)]
    const status = problems.length > 0 ? 'problem' : all.length > 0 ? 'warning' : 'ok'
    const what = `the hook is in the configuration of ${AGENTS[agent].title}`
    if (status === 'ok') return [{ name: agent, status, message: `${what}; atip doctor --live ${agent} tries it` }]
    const fix = all.length > problems.length ? [`atip install ${agent}`] : []
    return [{ name: agent, status, message: `${what}, but ${all.join('; ')}`, ...(fix.length > 0 && { fix }) }]
  })
}

function absent(agent: InstallableAgent): AgentCheck {
  const message = `atip has no hook in the configuration of ${AGENTS[agent].title}`
  return { name: agent, status: 'warning', message, fix: [`atip install ${agent}`] }
}
