import type { Io } from '../call/io.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { fs } from '../files/file-system.js'

/** A fixed default: otherwise clients would need another address after each start. */
const PORT = 3333
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** How a server can be reached. Undefined fields have defaults. */
export interface ServerWish {
  transport: 'stdio' | 'http'
  host?: string | undefined
  port?: number | undefined
  /** A file with the token that clients must send; by default `$TOOLI_MCP_TOKEN`. */
  tokenFile?: string | undefined
  /** Confirms everything, because the host asks its user itself. */
  yes?: boolean | undefined
}

/**
 * Serves until the client or a signal ends it. `line` is shown to users who start it themselves: clients start it with
 * that line.
 */
export async function startServer(
  cli: CliDefinition<CommandMap>,
  wish: ServerWish,
  io: Io,
  line: string,
): Promise<number> {
  const { transport, host = '127.0.0.1', port = PORT, tokenFile, yes = false } = wish
  const token = tokenFrom(tokenFile, io)
  if (transport === 'http' && token === undefined && !LOOPBACK.includes(host)) {
    const message = `on ${host} others could call this; give a token with --token-file FILE or $TOOLI_MCP_TOKEN`
    throw new ToolError(CODES.refusedByPolicy, message, { exitCode: EXIT.permission })
  }
  if (transport === 'stdio' && io.isTerminal) {
    const how = `add it to an agent as the command "${line}"`
    io.writeError(`${cli.name} waits for an MCP client on stdin; ${how}. Ctrl-C ends it.\n`)
  }
  // Each transport loads its own part of the SDK, which is most of what is loaded.
  if (transport === 'stdio') return (await import('./stdio.js')).serveOverStdio(cli, { yes })
  return (await import('./http.js')).serveOverHttp(cli, { host, port, token, yes }, io)
}

function tokenFrom(file: string | undefined, { env }: Io): string | undefined {
  if (file === undefined) return env.TOOLI_MCP_TOKEN || undefined
  try {
    const token = fs().readFileSync(file, 'utf8').trim()
    if (token !== '') return token
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message = `--token-file: cannot read ${JSON.stringify(file)} (${code})`
    throw new ToolError(CODES.unreadableFile, message, { exitCode: EXIT.noInput })
  }
  throw new ToolError(CODES.invalidValue, `--token-file: ${JSON.stringify(file)} is empty`)
}
