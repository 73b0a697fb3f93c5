import { AGENTS, type InstallableAgent } from '../agents/agents.js'
import { findAgent, isFound } from '../agents/find.js'
import { homeFolder } from '../home.js'
import { ownProgram } from '../install/own-program.js'
import { checkAgent, type LiveReport } from './check-agent.js'
import type { AgentCheck } from './hook-checks.js'

/** Checks agents one after the other, because they are large. Missing ones are skipped, unless the user named them. */
export async function liveChecks(
  agents: readonly InstallableAgent[],
  { limit, isNamed }: { limit: number; isNamed: boolean },
  say: (text: string) => void,
): Promise<AgentCheck[]> {
  const places = { home: homeFolder(), project: process.cwd(), env: process.env }
  const checks: AgentCheck[] = []
  for (const agent of agents) {
    if (!isNamed && !isFound(findAgent(agent, places))) continue
    say(`Trying ${AGENTS[agent].title}`)
    checks.push(checkOf(await checkAgent(agent, { places, program: ownProgram(), limit })))
  }
  if (checks.length > 0) return checks
  return [{ name: 'agents', status: 'warning', message: 'no coding agent was found on this machine' }]
}

function checkOf({ agent, title, state, reasons, hasRun }: LiveReport): AgentCheck {
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`
  const fix = [`atip install ${agent}`]
  switch (state) {
    case 'stops':
      return {
        name: agent,
        status: reasons.length === 0 ? 'ok' : 'warning',
        message: `${title} stops what it must${why}`,
      }
    case 'not-installed':
      return { name: agent, status: 'warning', message: `not installed${why}`, fix }
    case 'not-tried':
      return { name: agent, status: 'warning', message: `not tried${why}` }
    case 'not-firing': {
      const ran = hasRun ? ' A FORBIDDEN CALL RAN.' : ''
      return { name: agent, status: 'problem', message: `installed but not firing${why}.${ran}`, fix }
    }
  }
}
