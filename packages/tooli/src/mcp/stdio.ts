import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { EXIT } from '../errors/error.js'
import { answerGarbage } from './answer-garbage.js'
import { guardStreams } from './guard-streams.js'
import { connectionServer } from './connection-server.js'
import { createServing, type ServeOptions } from './serving.js'

/** Serves one client over stdin and stdout, until it closes them. */
export async function serveOverStdio(cli: CliDefinition<CommandMap>, options: ServeOptions): Promise<number> {
  const { stdin, stdout, exit } = guardStreams()
  answerGarbage(stdin, stdout)
  const serving = createServing(cli, options)
  const transport = new StdioServerTransport(stdin, stdout)
  const handle = serveStdio(({ era }) => connectionServer(serving, era), { transport })
  const { onclose } = transport
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    // When stdin is over, stdout broken, or a message has no end.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK knows no other way
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  serving.close()
  await handle.close()
  // A command that ignores its cancellation would keep the process alive.
  return exit(EXIT.ok)
}
