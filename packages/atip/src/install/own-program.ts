import { realpathSync } from 'node:fs'

/** The command that starts this program again, by the real paths of Node and of the program, independent of PATH. */
export function ownProgram(): string[] {
  return [process.execPath, realpathSync(process.argv[1]!)]
}

/** Why the program may soon be gone; undefined if it is in a permanent folder. */
export function isPassing(program: readonly string[]): string | undefined {
  const passing = program.find((path) => /\/(?:_npx|tmp|dlx-[^/]+)\//.test(path))
  return passing === undefined ? undefined : `${passing} is in a temporary folder: install atip for good first`
}
