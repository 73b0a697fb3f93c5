import { realpathSync } from 'node:fs'

/** How this very program is started again: by the path of this node and of the program, wherever PATH leads later. */
export function ownProgram(): string[] {
  return [process.execPath, realpathSync(process.argv[1]!)]
}

/** Why the program may be gone tomorrow, if that is so. */
export function isPassing(program: readonly string[]): string | undefined {
  const passing = program.find((path) => /\/(?:_npx|tmp|dlx-[^/]+)\//.test(path))
  return passing === undefined ? undefined : `${passing} is in a temporary folder: install atip for good first`
}
