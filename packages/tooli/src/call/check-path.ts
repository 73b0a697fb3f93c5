import { statSync } from 'node:fs'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { CliHints } from '../schema/form.js'

/** Refuses a path that does not exist or is of the wrong kind. */
export function checkPath(name: string, key: string, value: unknown, { kind }: NonNullable<CliHints['path']>): void {
  for (const path of [value].flat()) {
    if (typeof path !== 'string' || path === '-') continue
    const stats = statSync(path, { throwIfNoEntry: false })
    const isRight = kind === 'any' || (kind === 'directory' ? stats?.isDirectory() : stats?.isDirectory() === false)
    if (stats !== undefined && isRight === true) continue
    const wanted = kind === 'any' ? 'a path' : `a ${kind}`
    const problem = stats === undefined ? 'does not exist' : `is not ${wanted}`
    throw new ToolError(CODES.unreadableFile, `${name}: ${JSON.stringify(path)} ${problem}`, {
      exitCode: EXIT.noInput,
      details: { parameter: key, path },
    })
  }
}
