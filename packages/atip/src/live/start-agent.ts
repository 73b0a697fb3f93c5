import { spawn } from 'node:child_process'

export interface AgentExit {
  output: string
  code: number | null
  isLate: boolean
}

/** The maximum length of the output that is stored. */
const LARGEST = 200_000

/** Starts an agent and waits for it. After the time limit, it is killed with all of its processes. */
export function startAgent(
  argv: readonly string[],
  { env, cwd, limit }: { env: NodeJS.ProcessEnv; cwd: string; limit: number },
): Promise<AgentExit> {
  return new Promise((resolve) => {
    const child = spawn(argv[0]!, argv.slice(1), { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let isLate = false
    const take = (bytes: Buffer) => (output += output.length < LARGEST ? bytes.toString() : '')
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const endAll = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // All processes of the group have ended already.
      }
    }
    const timer = setTimeout(() => {
      isLate = true
      endAll()
    }, limit)
    const end = (code: number | null, more = '') => {
      clearTimeout(timer)
      if (child.pid !== undefined) endAll()
      resolve({ output: output + more, code, isLate })
    }
    child.once('error', (error) => end(null, error.message))
    child.once('exit', (code) => end(code))
  })
}
