import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { modeFor, print } from '../output/print.js'
import { fs } from '../run/file-system.js'
import type { Io } from '../run/io.js'
import { failure } from '../run/outcome.js'

/** Without `--port` each start would need another address in the client's settings. */
const PORT = 3333
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

type Request = { transport: 'stdio' | 'http'; host: string; port: number; token: string | undefined; yes: boolean }

/** Answers `--serve-mcp stdio` and `--serve-mcp http`: serves until the client or a signal ends it. */
export async function serveMcp(cli: CliDefinition<CommandMap>, words: readonly string[], io: Io): Promise<number> {
  try {
    const { transport, ...options } = readWords(cli.name, words, io)
    // Each brings its own part of the SDK, which is most of what is loaded.
    if (transport === 'stdio') return await (await import('./stdio.js')).serveOverStdio(cli, options)
    return await (await import('./http.js')).serveOverHttp(cli, options, io)
  } catch (error) {
    const failed = failure(error, { tool: cli.name, version: cli.version, command: '' })
    await print(failed, modeFor({}, io, cli.defaultOutput), {}, io, { line: { words: [cli.name, ...words] } })
    return failed.exitCode
  }
}

function readWords(name: string, words: readonly string[], io: Io): Request {
  const { values, positionals } = parse(name, words)
  const { 'serve-mcp': transport, host = '127.0.0.1', port = String(PORT), 'token-file': file, yes = false } = values
  if (positionals.length > 0) throw wrong(name, `unexpected ${JSON.stringify(positionals[0])} after --serve-mcp`)
  if (transport !== 'stdio' && transport !== 'http') {
    throw wrong(name, `--serve-mcp must be stdio or http; found ${JSON.stringify(transport)}`)
  }
  if (host === '') throw wrong(name, '--host must not be empty')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw wrong(name, `--port must be a number from 0 to 65535; found ${JSON.stringify(port)}`)
  }
  const token = tokenFrom(file, io)
  if (transport === 'http' && token === undefined && !LOOPBACK.includes(host)) {
    const message = `on ${host} others could call this; give a token with --token-file FILE or $TOOLI_MCP_TOKEN`
    throw new ToolError(CODES.refusedByPolicy, message, { exitCode: EXIT.permission })
  }
  return { transport, host, port: Number(port), token, yes }
}

function parse(name: string, words: readonly string[]) {
  const [first, second = '-'] = words
  if (first === '--serve-mcp' && second.startsWith('-')) throw wrong(name, '--serve-mcp must be stdio or http')
  try {
    return process.getBuiltinModule('node:util').parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        'serve-mcp': { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        'token-file': { type: 'string' },
        yes: { type: 'boolean', short: 'y' },
      },
    })
  } catch (error) {
    // What follows the first line is advice about other programs.
    throw wrong(name, (error as Error).message.split('\n', 1)[0]!)
  }
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

function wrong(name: string, message: string): ToolError {
  return new ToolError(CODES.invalidValue, message, {
    suggestion: {
      action: 'retry_with_modified_input',
      fix: 'Serve over stdio, or over HTTP with --port, --host, --token-file',
      example: `${name} --serve-mcp stdio`,
      applicability: 'maybe_incorrect',
    },
  })
}
