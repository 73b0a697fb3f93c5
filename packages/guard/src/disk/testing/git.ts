import { execFileSync, spawnSync } from 'node:child_process'
import { folderWith } from './folders.js'

const isMissing = spawnSync('git', ['--version']).status !== 0

/** Why tests that compare with git are skipped; in CI they fail instead. */
export const needsGit = isMissing && process.env.CI === undefined ? 'needs git: apt-get install git' : undefined

/** Runs git as on a machine without settings. */
export function git(folder: string, words: readonly string[], input?: string | Buffer): Buffer {
  const settings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', '-c', 'commit.gpgsign=false']
  return execFileSync('git', ['-C', folder, ...who, ...words], {
    env: { PATH: process.env.PATH, HOME: folder, ...settings },
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** A repository in which these files are committed. */
export function repositoryWith(files: Readonly<Record<string, string>>, ...options: readonly string[]): string {
  const folder = folderWith(files)
  git(folder, ['init', '-q', ...options])
  git(folder, ['add', '-A'])
  git(folder, ['commit', '-q', '--allow-empty', '-m', 'all'])
  return folder
}
