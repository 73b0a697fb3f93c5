import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { EXIT } from '../errors/error.js'
import { guardStreams } from './guard-streams.js'
import { createServer } from './server.js'
import { createServing, type ServeOptions } from './serving.js'

/** Serves one client over stdin and stdout, until it closes them. */
export async function serveOverStdio(cli: CliDefinition<CommandMap>, options: ServeOptions): Promise<number> {
  const { stdin, stdout, exit } = guardStreams()
  const serving = createServing(cli, options)
  const transport = new StdioServerTransport(stdin, stdout)
  const over = new Promise<void>((resolve) => {
    stdin.once('end', resolve).once('close', resolve)
    stdout.once('error', () => resolve())
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const handle = serveStdio(() => createServer(serving), { transport })
  await over
  serving.close()
  await handle.close()
  // A command that does not stop when it is given up would keep the process.
  return exit(EXIT.ok)
}
