import { spawnSync } from 'node:child_process'

/** Whether tests that compare with a program of others are to be skipped. In CI it must be there. */
export function isMissing(program: string): boolean {
  const isThere = spawnSync(program, ['--version']).error === undefined
  if (!isThere) console.warn(`${program} is missing: scripts/install-system-packages.sh installs it`)
  return !isThere && process.env.CI === undefined
}
