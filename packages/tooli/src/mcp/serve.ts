import type { Io } from '../call/io.js'
import { failure } from '../call/outcome.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, ToolError } from '../errors/error.js'
import { modeFor, print } from '../output/print.js'
import { startServer, type ServerWish } from './start-server.js'

/** Answers `--serve-mcp stdio` and `--serve-mcp http`: serves until the client or a signal ends it. */
export async function serveMcp(cli: CliDefinition<CommandMap>, words: readonly string[], io: Io): Promise<number> {
  try {
    return await startServer(cli, readWords(cli.name, words), io, `${cli.name} ${words.join(' ')}`)
  } catch (error) {
    const failed = failure(error, { tool: cli.name, version: cli.version, command: '' })
    await print(failed, modeFor({}, io, cli.defaultOutput), {}, io, { line: { words: [cli.name, ...words] } })
    return failed.exitCode
  }
}

function readWords(name: string, words: readonly string[]): ServerWish {
  const { values, positionals } = parse(name, words)
  const { 'serve-mcp': transport, host, port, 'token-file': tokenFile, yes } = values
  if (positionals.length > 0) throw wrong(name, `unexpected ${JSON.stringify(positionals[0])} after --serve-mcp`)
  if (transport !== 'stdio' && transport !== 'http') {
    throw wrong(name, `--serve-mcp must be stdio or http; found ${JSON.stringify(transport)}`)
  }
  if (host === '') throw wrong(name, '--host must not be empty')
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)) {
    throw wrong(name, `--port must be a number from 0 to 65535; found ${JSON.stringify(port)}`)
  }
  return { transport, host, port: port === undefined ? undefined : Number(port), tokenFile, yes }
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
    // The sentences after the first give advice that does not apply here.
    throw wrong(name, (error as Error).message.split(/\n|\. /, 1)[0]!)
  }
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
