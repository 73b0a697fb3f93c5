import { run } from './run-client.js'

/** The registry that npm is configured to use, with a trailing slash. */
export async function npmRegistryOf(signal?: AbortSignal): Promise<string> {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], signal)
  return stdout.trim().replace(/\/*$/, '/')
}
