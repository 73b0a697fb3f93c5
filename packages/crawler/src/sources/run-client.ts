import { execFile } from 'node:child_process'
import { CrawlFailure } from '../failure.js'

/** More than any index has. */
const MOST_BYTES = 512 * 2 ** 20

/** Runs a package manager or an unpacker of this machine, without a shell. */
export function run(
  program: string,
  args: readonly string[],
  signal?: AbortSignal,
  { cwd, timeoutMs = 300_000 }: { cwd?: string; timeoutMs?: number } = {},
): Promise<{ stdout: string; stderr: string }> {
  const options = { maxBuffer: MOST_BYTES, timeout: timeoutMs, ...(signal && { signal }), ...(cwd && { cwd }) }
  return new Promise((resolve, reject) => {
    execFile(program, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error === null) return resolve({ stdout, stderr })
      if (error.code === 'ENOENT') {
        return reject(new CrawlFailure('missing-client', `${program} is not installed here`, { cause: error }))
      }
      const words = stderr.trim().split('\n').slice(-3).join('; ') || error.message
      reject(new CrawlFailure('network', `${program} ${args[0] ?? ''}: ${words}`, { isPassing: true, cause: error }))
    })
  })
}
