import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { OUTPUT_MODES, type BuiltInValues, type OutputMode } from '../model/built-in-flags.js'
import type { CommandModel, GroupModel, NodeModel } from '../model/model.js'
import { loadCommand, modelOf } from '../model/tree.js'
import { modeFor, print, type ShownMode } from '../output/print.js'
import { findTarget } from '../parse/find-node.js'
import { gatherInput } from '../parse/gather-input.js'
import { quickLine } from '../parse/quick-line.js'
import { cliSurface } from './cli-surface.js'
import { execute } from './execute.js'
import { guardProcess } from './guard.js'
import { nodeIo, type Io } from './io.js'
import { failure, type Meta } from './outcome.js'
import { QUESTIONS } from './questions.js'
import { ClosedPipe } from './write-all.js'

/** Words for commands that every tool has; described in `describe/built-in-command.ts`. */
const BUILT_IN = /^(?:prime|skill|contract)$/

const SERVE = /^--serve-mcp(?:=|$)/

/** Runs a command line and gives its exit code, which is also set on a real process. */
export async function runCli(
  cli: CliDefinition<CommandMap>,
  words?: readonly string[],
  io: Io = nodeIo,
): Promise<number> {
  const isProcess = io === nodeIo
  const line = words ?? process.argv.slice(2)
  let code: number
  try {
    code = await answer(cli, line, io, isProcess)
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error
    code = EXIT.ok
  }
  if (isProcess) process.exitCode = code
  return code
}

async function answer(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  io: Io,
  isProcess: boolean,
): Promise<number> {
  if (words.length === 1 && words[0] === '--version') {
    io.write(`${cli.version}\n`)
    return EXIT.ok
  }
  if (words.length === 0 ? cli.command === undefined : words.some((word) => QUESTIONS.test(word))) {
    const { answerQuestion } = await import('../describe/question.js')
    const answered = await answerQuestion(cli, words, io)
    // A slow source of completions may still be at work; the answer is out, and somebody waits at a prompt.
    if (words[0] === '__complete' && isProcess) process.exit(answered)
    if (answered !== undefined) return answered
  }
  if (SERVE.test(words[0] ?? '')) return (await import('../mcp/serve.js')).serveMcp(cli, words, io)
  if (BUILT_IN.test(words[0] ?? '')) {
    const { builtInCommand } = await import('../describe/built-in-command.js')
    const builtIn = await builtInCommand(cli, words[0]!)
    if (builtIn !== undefined) return runCommand(cli, modelOf(builtIn, [words[0]!]), words, io, isProcess)
  }
  const { node, stranger } = findTarget(cli, words)
  if (node.kind === 'group') return complain(cli, words, io, { node, stranger })
  return runCommand(cli, node, words, io, isProcess)
}

async function runCommand(
  cli: CliDefinition<CommandMap>,
  node: NodeModel,
  words: readonly string[],
  io: Io,
  isProcess: boolean,
): Promise<number> {
  const meta: Meta = { tool: cli.name, version: cli.version, command: node.path.join(' ') }
  let flags: BuiltInValues = {}
  let model: CommandModel | undefined
  try {
    model = node.kind === 'lazy' ? await loadCommand(node) : (node as CommandModel)
    const reading = quickLine(model, words) ?? (await import('../parse/read-line.js')).readLine(cli.name, model, words)
    flags = reading.flags
    checkEnvironment(io)
    if (reading.parsed !== undefined && reading.parsed.leftovers.some(isWrong)) {
      const { lineError } = await import('../parse/line-error.js')
      throw await lineError(cli, words, reading, model, io)
    }
    const config = async () =>
      cli.config === true ? (await import('./config.js')).readConfig(cli.name, model!, io) : {}
    const input = await gatherInput(model, reading.given, flags.input, io, config)
    return await runWith(cli, model, input, flags, words, io, isProcess)
  } catch (error) {
    if (error instanceof ClosedPipe) throw error
    const failed = failure(error, meta)
    const details = (failed.error.details ?? {}) as { index?: number }
    await print(failed, modeFor(flags, io, cli.defaultOutput), flags, io, {
      model,
      line: { words: [cli.name, ...words], index: details.index },
    })
    return failed.exitCode
  }
}

async function runWith(
  cli: CliDefinition<CommandMap>,
  model: CommandModel,
  input: Record<string, unknown>,
  flags: BuiltInValues,
  words: readonly string[],
  io: Io,
  isProcess: boolean,
): Promise<number> {
  const usual = modeFor(flags, io, cli.defaultOutput)
  const mode = ownMode(model, input, flags, io) ?? usual
  const { surface, stop, wasStreamed } = cliSurface(flags, mode, io, isProcess)
  const release = isProcess ? guardProcess() : undefined
  let outcome
  try {
    outcome = await execute(cli, model, input, flags, surface)
  } finally {
    release?.()
    stop()
  }
  if (!outcome.ok) {
    const { withExample } = await import('../parse/suggest.js')
    outcome = withExample(cli, model, outcome, words)
  }
  const code = outcome.ok ? (outcome.meta.exit_code ?? EXIT.ok) : outcome.exitCode
  try {
    await print(outcome, outcome.ok || mode === 'text' ? mode : usual, flags, io, {
      model,
      wasStreamed: wasStreamed(),
      line: { words: [cli.name, ...words] },
    })
  } catch (error) {
    // The reader has gone away; what became of the call has not.
    if (!(error instanceof ClosedPipe)) throw error
  }
  // A body that did not stop when told to would keep the process alive; all output is already out.
  if (isProcess && !outcome.ok && (outcome.error.code === 'E4900' || outcome.error.code === 'E4901')) process.exit(code)
  return code
}

/** What the line lacks may still come from elsewhere, and is asked for when the input is read. */
function isWrong({ reason }: { reason: string }): boolean {
  return reason !== 'missing-argument'
}

function checkEnvironment({ env }: Io): void {
  const mode = env.TOOLI_OUTPUT
  if (mode === undefined || mode === '' || OUTPUT_MODES.includes(mode as OutputMode)) return
  const message = `TOOLI_OUTPUT is ${JSON.stringify(mode)}; use one of ${OUTPUT_MODES.join(', ')}`
  throw new ToolError(CODES.invalidConfiguration, message, { exitCode: EXIT.configuration })
}

/** The command's own format, unless another was asked for. `TOOLI_OUTPUT` does not apply to `prime`. */
function ownMode(
  model: CommandModel,
  input: Record<string, unknown>,
  { output }: BuiltInValues,
  { env }: Io,
): ShownMode | undefined {
  if (output !== undefined) return undefined
  if (isBare(model)) return 'raw'
  return (env.TOOLI_OUTPUT ?? '') === '' ? model.command.definition.defaultOutput?.(input) : undefined
}

/** `prime` answers in the words of its own specification, without our envelope. */
function isBare({ command }: CommandModel): boolean {
  return (command as unknown as Record<symbol, unknown>)[Symbol.for('tooli.bare-output')] === true
}

async function complain(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  io: Io,
  found: { node: GroupModel; stranger: { word: string; index: number } | undefined },
): Promise<number> {
  const { commandError } = await import('../parse/command-error.js')
  const { readFlagsOnly } = await import('../parse/read-line.js')
  const flags = readFlagsOnly(cli.name, words)
  const meta: Meta = { tool: cli.name, version: cli.version, command: found.node.path.join(' ') }
  const failed = failure(await commandError(cli, words, found.node, found.stranger, io), meta)
  const { index } = (failed.error.details ?? {}) as { index?: number }
  await print(failed, modeFor(flags, io, cli.defaultOutput), flags, io, {
    line: { words: [cli.name, ...words], index },
  })
  return failed.exitCode
}
