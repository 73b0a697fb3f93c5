import type { Io } from '../call/io.js'
import type { AnyCli } from '../callable/cli.js'
import { runCli } from '../program/run-cli.js'
import type { ConnectOptions, Connection } from './connect.js'

export type { CallResult, Connection, ConnectOptions } from './connect.js'

export interface RunOptions {
  env?: Record<string, string | undefined>
  cwd?: string
  stdin?: string
  /** Simulates a terminal, `columns` wide. */
  terminal?: boolean | { columns: number }
  /** Answers to questions, in order; without them no question can be asked. */
  answers?: readonly (boolean | string)[]
}

export interface RunResult {
  code: number
  stdout: string
  stderr: string
  /** The raw stdout, for results that are not text. */
  bytes: Uint8Array
  /** Stdout as JSON, if it is. */
  document: unknown
}

/** Runs a command line in this process as a program would, and returns what it printed. */
export async function run(cli: AnyCli, words: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const written: Uint8Array[] = []
  let stderr = ''
  const answers = [...(options.answers ?? [])]
  const isTerminal = options.terminal !== undefined && options.terminal !== false
  const io: Io = {
    env: options.env ?? {},
    cwd: options.cwd ?? process.cwd(),
    isTerminal,
    isErrorTerminal: isTerminal,
    columns: typeof options.terminal === 'object' ? options.terminal.columns : 80,
    write: (text) => void written.push(Buffer.from(text as string)),
    writeError: (text) => void (stderr += typeof text === 'string' ? text : Buffer.from(text).toString()),
    readStdin: () => options.stdin ?? '',
    ask: async () => answers.shift() as boolean | undefined,
    prompt: answers.length === 0 ? undefined : async () => answers.shift() as string | undefined,
  }
  const code = await runCli(cli.definition, words, io)
  const bytes = Buffer.concat(written)
  const stdout = bytes.toString()
  return { code, stdout, stderr, bytes, document: parse(stdout) }
}

/** Connects an MCP client to a tool, in this process. */
export async function connect(cli: AnyCli, options: ConnectOptions = {}): Promise<Connection> {
  // Loaded only for tests of MCP.
  const { connectTo } = await import('./connect.js')
  return connectTo(cli, options)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
