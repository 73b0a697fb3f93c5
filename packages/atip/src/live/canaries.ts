import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A project with nothing in it, and two lines to send through a hook. */
export interface Canaries {
  /** Where the agent works. */
  project: string
  /** Where the agent and the hook keep what they write. */
  folder: string
  /** Prints one word. */
  harmless: string
  word: string
  /** What no hook of ours lets through. If it ran, it would only leave a file in this project. */
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
