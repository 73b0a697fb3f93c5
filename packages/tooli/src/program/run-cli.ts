import type { Io } from '../call/io.js'
import { own } from '../call/input.js'
import { failure, type Meta, type Outcome } from '../call/outcome.js'
import { foreignOf } from '../define/foreign.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { execute, lateFailure } from '../execute/execute.js'
import { ClosedPipe, FailedWrite, isOutputLost } from '../files/write-all.js'
import { OUTPUT_MODES, type BuiltInValues, type OutputMode } from '../model/built-in-flags.js'
import type { CommandModel, GroupModel, NodeModel } from '../model/model.js'
import { flagsOf } from '../model/scope.js'
import { holdsSecret } from '../model/to-atip.js'
import { addedCommandOf, loadCommand } from '../model/tree.js'
import { isBytes } from '../schema/bytes.js'
import { modeFor, print, type ShownMode } from '../output/print.js'
import { findTarget } from '../parse/find-node.js'
import { gatherInput } from '../parse/gather-input.js'
import { readFlagsOnly, readLine } from '../parse/read-line.js'
import { cliSurface } from './cli-surface.js'
import { guardOutput } from './guard-output.js'
import { guardProcess } from './guard.js'
import { catchLateErrors } from './late-errors.js'
import { nodeIo } from './node-io.js'
import { QUESTIONS } from './questions.js'
import { loadRare } from './rare-parts.js'

/** Commands that every tool has; see `answer/built-in-command.ts`. */
const BUILT_IN = /^(?:prime|skill|docs|mcp|contract|completion)$/

/** Words that users of other tools try. */
const ASKING = /^(?:help|version)$/

const GIVEN_UP: readonly string[] = [CODES.timedOut, CODES.cancelled]

const SERVE = /^--serve-mcp(?:=|$)/

/** Runs a command line and returns its exit code, which is also set on a real process. */
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
    code = isOutputLost(error) ? endOutput(cli, error, io) : await report(cli, line, error, io)
  }
  if (isProcess) process.exitCode = code
  return code
}

/** Reports a failure from before the command ran, such as a mistake in its definition. */
async function report(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  error: unknown,
  io: Io,
): Promise<number> {
  const failed = failure(error, { tool: cli.name, version: cli.version, command: '' })
  try {
    await print(failed, modeFor({}, io, cli.defaultOutput), {}, io, { line: { words: [cli.name, ...words] } })
  } catch (lost) {
    // The exit code still reports the failure.
    endOutput(cli, lost, io)
  }
  return failed.exitCode
}

/** A reader that closes the pipe has read enough; any other reason is said on stderr. */
function endOutput({ name }: CliDefinition<CommandMap>, lost: unknown, io: Io): number {
  if (!(lost instanceof FailedWrite)) return EXIT.ok
  io.writeError(`${name}: ${lost.message}\n`)
  return EXIT.io
}

async function answer(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  io: Io,
  isProcess: boolean,
): Promise<number> {
  const question = ASKING.test(words[0] ?? '') ? await questionIn(cli, words) : undefined
  if (question !== undefined) return answer(cli, question, io, isProcess)
  if (words.length === 1 && words[0] === '--version') {
    io.write(`${cli.version}\n`)
    return EXIT.ok
  }
  if (words.length === 0 ? !runsByItself(cli) : words.some((word) => isQuestion(cli, word))) {
    const { answerQuestion } = await import('../answer/question.js')
    const answered = await answerQuestion(cli, words, io)
    // A slow source of completions may still be running, but the answer is printed and the user waits.
    if (words[0] === '__complete' && isProcess) process.exit(answered)
    if (answered !== undefined) return answered
  }
  if (cli.formats !== undefined && words.length === 1) {
    const { answerInFormat } = await import('../answer/format.js')
    const answered = await answerInFormat(cli, words[0]!, io)
    if (answered !== undefined) return answered
  }
  if (SERVE.test(words[0] ?? '')) return (await loadRare('mcp')).serveMcp(cli, words, io)
  if (BUILT_IN.test(words[0] ?? '')) {
    const { builtInCommand } = await import('../answer/built-in-command.js')
    const builtIn = await builtInCommand(cli, words)
    if (builtIn !== undefined) return runCommand(cli, addedCommandOf(cli, builtIn, words[0]!), words, io, isProcess)
  }
  const { node, stranger } = await findTarget(cli, words)
  if (node.kind === 'group') return complain(cli, words, io, { node, stranger })
  return runCommand(cli, node, words, io, isProcess)
}

/** `help add` as `add --help`, and `version` as `--version`, unless the tool knows the word itself. */
async function questionIn(cli: CliDefinition<CommandMap>, words: readonly string[]): Promise<string[] | undefined> {
  const [word, ...rest] = words
  if (foreignOf(cli) !== undefined || (await findTarget(cli, words)).stranger?.index !== 0) return undefined
  // Not as the value of an option, and not after --: it would run the command.
  if (word === 'help') return rest.toSpliced(endOfNames(rest), 0, '--help')
  return rest.length === 0 ? ['--version'] : undefined
}

/** The words before the first option: the names of commands. */
function endOfNames(words: readonly string[]): number {
  const end = words.findIndex((word) => word.startsWith('-'))
  return end === -1 ? words.length : end
}

function runsByItself({ command, commands }: CliDefinition<CommandMap>): boolean {
  const own = commands?.['']
  return command !== undefined || (own !== undefined && typeof own !== 'string')
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
    const reading = readLine(cli.name, model, words)
    flags = reading.flags
    checkEnvironment(io)
    if (reading.parsed.leftovers.some(isWrong)) {
      const { lineError } = await import('../suggest/line-error.js')
      throw await lineError(cli, words, reading, model, io)
    }
    // A dry run has no result, but a plan.
    if (flags.fields !== undefined && flags.dryRun !== true) {
      const { checkFields } = await import('../suggest/check-fields.js')
      checkFields(cli.name, model, flags.fields, words)
    }
    const gathered = await gatherInput(cli, model, reading.given, flags.input, io)
    const input = model.parameters.some(({ hints }) => hints.prompt !== undefined)
      ? await (await import('./ask-missing.js')).askMissing(model, gathered, io)
      : gathered
    return await runWith(cli, model, input, flags, words, io, isProcess)
  } catch (error) {
    if (isOutputLost(error)) throw error
    let failed = failure(error, meta)
    if (model !== undefined) {
      const { withExample } = await import('../suggest/with-example.js')
      failed = await withExample(cli, model, failed, words, io)
    }
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
  const { surface, stop, wasStreamed } = cliSurface(model, flags, mode, io, isProcess)
  const isServer = model.command.definition.serves === true
  const hasSecrets = model.parameters.some(({ key, form }) => holdsSecret(form) && own(input, key) !== undefined)
  const release = isProcess && !isServer ? guardProcess(hasSecrets) : undefined
  const late = isProcess && !isServer ? catchLateErrors() : undefined
  let isLate = false
  // On a terminal, an editor or pager that the command starts needs the screen.
  const isRead = isProcess && !isServer && (mode !== 'text' || !io.isTerminal)
  const open = isRead ? guardOutput() : undefined
  let outcome: Outcome
  try {
    const call = execute(cli, model, input, flags, surface)
    const failed = late?.thrown.then(({ error }) => {
      isLate = true
      return lateFailure(cli, model, input, error)
    })
    outcome = await (failed === undefined ? call : Promise.race([call, failed]))
  } finally {
    late?.release()
    open?.()
    release?.()
    stop()
  }
  if (!outcome.ok) {
    const { withExample } = await import('../suggest/with-example.js')
    outcome = await withExample(cli, model, outcome, words, io)
  }
  const code = outcome.ok ? (outcome.meta.exit_code ?? EXIT.ok) : outcome.exitCode
  if (isServer && outcome.ok) return code
  try {
    await print(outcome, outcome.ok || mode === 'text' || isBytes(model.output) ? mode : usual, flags, io, {
      model,
      wasStreamed: wasStreamed(),
      line: { words: [cli.name, ...words], ...(!outcome.ok && indexIn(outcome.error.details)) },
    })
  } catch (error) {
    // The reader has closed the pipe, which does not change the outcome of the call.
    if (!(error instanceof ClosedPipe)) throw error
  }
  // A body that goes on all the same would keep the process alive; all output is already printed.
  if (isLate || (isProcess && !outcome.ok && GIVEN_UP.includes(outcome.error.code))) process.exit(code)
  return code
}

/** A tool may have more names for `--help` and `--version` than these. */
function isQuestion(cli: CliDefinition<CommandMap>, word: string): boolean {
  if (QUESTIONS.test(word)) return true
  const asking = cli.flags === undefined ? [] : flagsOf(cli).filter(({ key }) => key === 'help' || key === 'version')
  return asking.some(({ flags }) => flags.includes(word))
}

function indexIn(details: Readonly<Record<string, unknown>> = {}): { index?: number } {
  return typeof details.index === 'number' ? { index: details.index } : {}
}

/** A missing argument may still come from elsewhere; it is checked when the input is read. */
function isWrong({ reason }: { reason: string }): boolean {
  return reason !== 'missing-argument'
}

function checkEnvironment({ env }: Io): void {
  const mode = env.TOOLI_OUTPUT
  if (mode === undefined || mode === '' || OUTPUT_MODES.includes(mode as OutputMode)) return
  const message = `TOOLI_OUTPUT is ${JSON.stringify(mode)}; use one of ${OUTPUT_MODES.join(', ')}`
  throw new ToolError(CODES.invalidConfiguration, message, { exitCode: EXIT.configuration })
}

/** The command's own format, unless another was requested. `TOOLI_OUTPUT` does not apply to `prime`. */
function ownMode(
  model: CommandModel,
  input: Record<string, unknown>,
  { output }: BuiltInValues,
  { env, isTerminal }: Io,
): ShownMode | undefined {
  if (output !== undefined) return undefined
  if (isBare(model)) return 'raw'
  // Bytes and a document must not end up in the same file.
  if (isBytes(model.output) && (env.TOOLI_OUTPUT ?? '') === '' && !isTerminal) return 'raw'
  return (env.TOOLI_OUTPUT ?? '') === '' ? model.command.definition.defaultOutput?.(input) : undefined
}

/** `prime` answers as its own specification demands, without our envelope. */
function isBare({ command }: CommandModel): boolean {
  return (command as unknown as Record<symbol, unknown>)[Symbol.for('tooli.bare-output')] === true
}

async function complain(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  io: Io,
  found: { node: GroupModel; stranger: { word: string; index: number } | undefined },
): Promise<number> {
  const { commandError } = await import('../suggest/command-error.js')
  const flags = readFlagsOnly(cli, words)
  const meta: Meta = { tool: cli.name, version: cli.version, command: found.node.path.join(' ') }
  const failed = failure(await commandError(cli, words, found.node, found.stranger, io), meta)
  const { index } = (failed.error.details ?? {}) as { index?: number }
  await print(failed, modeFor(flags, io, cli.defaultOutput), flags, io, {
    line: { words: [cli.name, ...words], index },
  })
  return failed.exitCode
}
