import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { registryFile } from '@atip/discover'
import { command, t } from 'tooli'
import { AGENTS } from '../agents/agents.js'
import { ownProgram } from '../install/own-program.js'
import { surveyAgents, type AgentSurvey } from '../install/survey.js'
import { HOME_ERRORS, machineHere } from '../home.js'
import { listed } from '../report/words.js'
import { placesHere } from './agent-files.js'
import { ASKS } from './machine.js'

const ABOUT =
  'atip knows what command-line tools do, and judges what coding agents run. What destroys, publishes or shows secrets is asked about or denied.'

const NEXT = [
  ['atip install AGENT', 'let atip judge the calls of an agent'],
  ['atip doctor --live', 'try it with the real agent'],
  ["atip check -- 'rm -rf build'", 'judge one line'],
  ['atip search "find large files"', 'find the command for a task'],
  ['atip --help', 'everything else'],
] as const

const WELCOME = t.object({
  about: t.string(),
  tools: t
    .object({ found: t.integer('Programs on PATH'), known: t.integer('How many of them atip can describe') })
    .optional()
    .describe('What the first scan found; only where there was none before'),
  agents: t.array(
    t.object({
      agent: t.string(),
      title: t.string(),
      state: t.enum(['installed', 'not installed', 'partly installed']),
      programs: t.array(t.string()),
    }),
    'The agents on this machine',
  ),
  next: t.array(t.object({ run: t.string(), why: t.string() }), 'Commands to go on with'),
  offer: t
    .enum(['accepted', 'declined'])
    .optional()
    .describe('What was said to the offer to install, if there was one'),
})

export const welcomeCommand = command({
  description: 'Say what atip is for, and which agents are here',
  details:
    'The first time, it scans the machine. On a terminal it offers to install into the agents that it finds; they are changed only after a yes. Without a terminal it prints JSON.',
  output: WELCOME,
  effects: {
    ...ASKS,
    network: true,
    creates: ['the catalog'],
    interactive: { stdin: 'optional', prompts: true, tty: false },
  },
  errors: HOME_ERRORS,
  defaultOutput: () => (process.stdout.isTTY === true ? undefined : 'json'),
  examples: [{ run: 'atip', description: 'Where to begin' }],

  async run({ ctx }) {
    const found = surveyAgents(placesHere(), { program: ownProgram() }).filter(({ isFound }) => isFound)
    const agents = found.map((one) => ({
      agent: one.agent,
      title: one.title,
      state: stateOf(one),
      programs: one.programs,
    }))
    const tools = existsSync(registryFile(machineHere().places)) ? undefined : firstScan()
    const next = NEXT.map(([run, why]) => ({ run, why }))
    const welcome = { about: ABOUT, ...(tools && { tools }), agents, next }
    const missing = agents.filter(({ state }) => state === 'not installed').map(({ agent }) => agent)
    if (missing.length === 0 || process.stdin.isTTY !== true || process.stdout.isTTY !== true) return welcome
    const { welcomeText } = await import('../report/welcome-text.js')
    ctx.log(welcomeText(welcome, { width: process.stdout.columns || 80 }))
    const names = listed(missing.map((agent) => AGENTS[agent].title))
    const isWanted = await ctx.confirm(`Install atip into ${names} now?`)
    const isDone = isWanted && startOwn(['install', ...missing], 'inherit').status === 0
    return { ...welcome, offer: isDone ? ('accepted' as const) : ('declined' as const) }
  },

  text: async (welcome, screen) => (await import('../report/welcome-text.js')).welcomeText(welcome, screen),
})

/** Runs the first scan, with its progress on stderr. */
function firstScan(): { found: number; known: number } | undefined {
  const { status, stdout } = startOwn(['scan', '--output', 'json'], 'pipe')
  if (status !== 0) return undefined
  const { data } = JSON.parse(stdout) as { data: { tools: number; known: { unknown: number } } }
  return { found: data.tools, known: data.tools - data.known.unknown }
}

function startOwn(words: readonly string[], stdout: 'inherit' | 'pipe') {
  const stdio = [stdout === 'pipe' ? 'ignore' : 'inherit', stdout, 'inherit'] as const
  return spawnSync(process.execPath, [process.argv[1]!, ...words], {
    stdio: [...stdio],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
}

function stateOf({ files }: AgentSurvey): 'installed' | 'not installed' | 'partly installed' {
  const states = files.filter(({ scope }) => scope === 'user').map(({ state }) => state)
  if (states.every((state) => state === 'current')) return 'installed'
  return states.every((state) => state === 'absent') ? 'not installed' : 'partly installed'
}
