import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Where `scripts/install-agents.mjs` puts the agents. */
const folder = join(root, 'test/.agents')

/** A file of an agent's package; the agents are there, or their tests do not run. */
export function agentFile(path: string): string {
  return join(folder, 'node_modules', path)
}

/** Whether the agents are installed in the versions that are wanted. */
export function areAgentsInstalled(): boolean {
  const wanted = readFileSync(join(root, 'scripts/agents.json'), 'utf8')
  const done = join(folder, 'installed.json')
  return existsSync(done) && readFileSync(done, 'utf8') === wanted
}
