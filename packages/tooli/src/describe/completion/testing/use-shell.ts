import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { installFixture, type Installation } from './installation.js'
import { openTerminal, type Terminal } from './terminal.js'

export interface ShellUnderTest {
  installation: Installation
  terminal: Terminal
  /** Runs the shell without a terminal and returns its stdout and stderr. */
  run(args: string[]): string
}

/** Skips the tests of a file if a shell is not installed; in CI, where it must be, they fail. */
export function needShell(shell: string): { isMissing: boolean } {
  const isMissing = spawnSync(shell, ['--version']).error !== undefined
  beforeEach(({ skip }) => {
    const message = `${shell} is not installed; the packages are listed in scripts/system-packages.txt`
    if (isMissing && process.env.CI !== undefined) throw new Error(message)
    skip(isMissing, message)
  })
  return { isMissing }
}

/** Provides the tests of a file with a shell that has the fixture, in a terminal if `start` is given. */
export function useShell(shell: string, start?: { command: string; load: string }): ShellUnderTest {
  const { isMissing } = needShell(shell)
  const used = {
    run(args: string[]) {
      const { folder: cwd, env } = used.installation
      const { stdout, stderr } = spawnSync(shell, args, { cwd, env, encoding: 'utf8' })
      return stdout + stderr
    },
  } as ShellUnderTest

  beforeAll(async () => {
    if (isMissing) return
    used.installation = await installFixture()
    if (start === undefined) return
    used.terminal = openTerminal(start.command, used.installation)
    await used.terminal.type('', /READY> /)
    await used.terminal.type(`${start.load}; echo LOAD""ED\n`, /LOADED[^]*READY> /)
  })

  afterAll(async () => {
    await used.terminal?.close()
    used.installation?.remove()
  })
  return used
}
