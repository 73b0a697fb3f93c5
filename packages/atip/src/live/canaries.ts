import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty project, and two lines to send through a hook. */
export interface Canaries {
  /** The cwd of the agent. */
  project: string
  /** The folder for everything that the agent and the hook write. */
  folder: string
  /** Prints one word. */
  harmless: string
  word: string
  /** Denied by every hook of atip. If it ran, it would only create a file in this project. */
  forbidden: string
  hasRun: () => boolean
  remove: () => void
}

export function plantCanaries(): Canaries {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atip-doctor-')))
  const project = join(folder, 'project')
  const trace = join(project, '.git/hooks/pre-commit')
  mkdirSync(join(project, '.git/hooks'), { recursive: true })
  const word = `canary-${randomUUID()}`
  return {
    project,
    folder,
    word,
    harmless: `echo ${word}`,
    forbidden: `echo ${word} > .git/hooks/pre-commit`,
    hasRun: () => existsSync(trace),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}
