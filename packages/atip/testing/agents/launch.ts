import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startModel, type ScriptedCall } from './scripted-model.js'

/** A real coding agent, and how it is brought to work for a scripted model, with a hook, and for nobody else. */
export interface Agent {
  /** The call that its model makes to run a shell line. */
  shellCall(line: string): ScriptedCall
  /** What to start, and the files it reads. */
  launch(place: Place): Launch
}

export interface Place {
  home: string
  modelUrl: string
  /** What stands in the agent's settings about hooks; for opencode, the plugin. */
  hook: string
}

export interface Launch {
  argv: string[]
  env: Record<string, string>
  files: Record<string, string>
}

export interface AgentRun {
  /** What the model was told about each of its calls. */
  results: string[]
  output: string
  code: number | null
  milliseconds: number
}

export interface Errand {
  /** What the model wants to run, one line after another, whatever it hears about the one before. */
  lines: readonly string[]
  hook: string
  /** A folder for the agent to work in, which is kept. */
  project: string
  /** In which programs are found first. */
  path?: string
  env?: Record<string, string>
  /** In milliseconds; an agent that takes longer is ended, and what it ran so far counts. */
  limit?: number
}

/** Nothing listens there: who tries to leave the machine finds a closed door at once. */
const NOWHERE = 'http://127.0.0.1:9'

/** Lets the agent run shell lines because its model says so, and tells what came of it. */
export async function runShellLines(agent: Agent, errand: Errand): Promise<AgentRun> {
  const { lines, hook, project, path, env, limit } = errand
  const model = await startModel(lines.map((line) => agent.shellCall(line)))
  const home = mkdtempSync(join(tmpdir(), 'atip-agent-home-'))
  try {
    const launch = agent.launch({ home, modelUrl: model.url, hook })
    // What a person's shell says when it starts must not be taken for what the hook says.
    const noise = { [join(home, '.bashrc')]: 'echo noise', [join(home, '.bash_profile')]: 'echo noise' }
    for (const [file, text] of Object.entries({ ...launch.files, ...noise })) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    const base = {
      HOME: home,
      PATH: [...(path === undefined ? [] : [path]), dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
      HTTP_PROXY: NOWHERE,
      HTTPS_PROXY: NOWHERE,
      NO_PROXY: '127.0.0.1,localhost',
      // opencode asks for a package of its own; it hears at once that there is none, and goes on.
      npm_config_registry: model.url,
    }
    const started = performance.now()
    const ended = await start(launch.argv, { ...base, ...launch.env, ...env }, project, limit ?? 90_000)
    return { ...ended, results: model.results, milliseconds: Math.round(performance.now() - started) }
  } finally {
    await model.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

function start(argv: readonly string[], env: Record<string, string>, cwd: string, limit: number) {
  return new Promise<{ output: string; code: number | null }>((resolve, reject) => {
    const child = spawn(argv[0]!, argv.slice(1), { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (bytes: Buffer) => (output += output.length < 1_000_000 ? bytes.toString() : '')
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const endAll = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // All of them have ended already.
      }
    }
    const timer = setTimeout(endAll, limit)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      endAll()
      resolve({ output, code })
    })
  })
}
