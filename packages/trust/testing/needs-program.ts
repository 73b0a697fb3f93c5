import { spawnSync } from 'node:child_process'

/** Whether tests that compare with another program are skipped. In CI, the program must be installed. */
export function isMissing(program: string): boolean {
  const isThere = spawnSync(program, ['--version']).error === undefined
  if (!isThere) console.warn(`${program} is missing: scripts/install-system-packages.sh installs it`)
  return !isThere && process.env.CI === undefined
}
