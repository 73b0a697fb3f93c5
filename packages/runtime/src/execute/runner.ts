import { setTimeout as sleep } from 'node:timers/promises'
import { effectsOf, parseArgv, parseDuration, type AtipTool, type CallEffects } from '@atip/protocol'
import { openSandbox, runLoose, timerMs, type OutputName, type Sandbox, type SandboxOptions } from '@atip/sandbox'
import { ToolFailure } from '../pipeline/execute.js'
import type { ResultStore } from '../results/store.js'
import type { CommandRun } from '../sources/from-atip.js'
import type { ExecutionContext } from '../tool/tool.js'
import { howToLogIn, loginOf } from './authentication/login.js'
import { BackgroundTable, type BackgroundProcesses } from './background/background.js'
import type { CallBudget } from './budget.js'
import { isUnverified } from './confine/is-confined.js'
import { makeFolders, openingsOf, removeEmptyFolders } from './confine/openings.js'
import { violationsIn } from './confine/violations.js'
import { childEnvironment, confinedEnvironment, type HostVariables } from './environment/child-environment.js'
import { interactionOf } from './interactive/demands.js'
import { asksForPassword, onTerminal, runOnTerminal, type TerminalSource } from './interactive/terminal.js'
import type { OutputFilter } from './output/recorder.js'
import { DEFAULT_COMMAND_LIMITS, type CommandLimits } from './process/limits.js'
import { startRunning, type ProcessLaunch, type RunningProcess } from './process/running.js'
import { outcomeOf, PASSWORD, type OutcomeSetting } from './result/outcome.js'
import { outputsOf, processText, type ProcessResult } from './result/process-result.js'

export interface CommandRunnerOptions {
  /** Stores output that is too long for a model. Without it, only the beginning and end remain. */
  results?: ResultStore
  /** The environment of the host. Default: that of this process. */
  env?: HostVariables
  /** Other tools of this host, whose variables are withheld. */
  tools?: readonly AtipTool[]
  /** The program to start for a tool. Default: the one of its name on PATH. */
  programOf?: (tool: AtipTool) => string
  /** Which tools run in the sandbox. Default: those with unverified descriptions. */
  confine?: 'unverified' | 'all'
  /** What happens to them if no sandbox works. Default: they do not run. */
  withoutSandbox?: 'refuse' | 'run'
  sandbox?: SandboxOptions
  /** What happens to processes that outlive their program. Default: they are ended. */
  leftovers?: 'end' | 'keep'
  /** Whether commands that need a terminal get one. Default: they do not run. */
  terminal?: 'refuse' | 'pty'
  /** Sources of terminals, in order of preference. Default: the package `@lydell/node-pty`, then `script`. */
  terminalFrom?: readonly TerminalSource[]
  /** The standard input of a call. Default: empty. */
  stdin?: (call: CommandRun) => string | Uint8Array | undefined
  budget?: CallBudget
  /** Creates a filter for each output of each process, which sees all bytes before they are stored or shown. */
  filter?: () => OutputFilter
  /** Receives output as it arrives, after the filter. */
  onOutput?: (chunk: Buffer, name: OutputName, call: CommandRun) => void
  limits?: Partial<CommandLimits>
}

/** Runs the commands of described tools as processes: pass it to `toolsFromAtip`. */
export interface CommandRunner {
  run(call: CommandRun, context: ExecutionContext): Promise<ProcessResult>
  toModel(output: ProcessResult): string
  /** Endless programs, such as `tail -f`, which continue after their call. */
  readonly background: BackgroundProcesses
  /** Ends all background programs. */
  close(): Promise<void>
}

export function createCommandRunner(options: CommandRunnerOptions = {}): CommandRunner {
  const limits = { ...DEFAULT_COMMAND_LIMITS, ...options.limits }
  const { env = process.env, confine = 'unverified', leftovers = 'end', budget } = options
  const background = new BackgroundTable()
  const loggedIn = new Set<string>()

  return {
    run,
    toModel: processText,
    background,
    close: () => background.close(),
  }

  async function run(call: CommandRun, context: ExecutionContext): Promise<ProcessResult> {
    const { tool } = call
    const effects = effectsOf(tool, parseArgv(tool, call.argv))
    const stdin = options.stdin?.(call)
    const input = typeof stdin === 'string' ? Buffer.from(stdin) : stdin
    const sandbox = confine === 'all' || isUnverified(tool) ? await sandboxFor(tool) : undefined
    const interaction = interactionOf(effects.effects, input, options.terminal === 'pty' && sandbox === undefined)
    if (interaction.kind === 'refused') {
      throw refused(`${tool.name} cannot run without a person: ${interaction.reason}.`, 'capability_gap', 'interactive')
    }
    await logIn(tool, sandbox, context)
    if (effects.endless === true && background.running >= limits.mostBackground) {
      const message = `${background.running} programs run in the background, which is the limit. Stop one first.`
      throw refused(message, 'policy_blocked', 'background_limit')
    }
    const overBudget = budget?.take(effects.effects)
    if (overBudget !== undefined) {
      throw refused(`${tool.name} is not run: ${overBudget}.`, 'policy_blocked', 'budget_exceeded')
    }
    const onTty = interaction.kind === 'terminal'
    const bytes = interaction.kind === 'input' ? interaction.stdin : undefined
    const { launch, setting } = prepare(call, effects, sandbox, context, { stdin: bytes, onTty })
    const running = startRunning(launch, {
      inlineBytes: limits.inlineBytes,
      store: options.results,
      name: context.invocationId,
      filter: options.filter,
      onOutput: watch(call, context, () => running, onTty),
    })
    const abort = () => running.stop(context.signal.reason)
    context.signal.addEventListener('abort', abort, { once: true })
    if (context.signal.aborted) abort()
    try {
      const isOver = running.done.then(() => true)
      const waits = effects.endless === true ? sleep(timerMs(limits.backgroundAfterMs), false, { ref: false }) : isOver
      if (await Promise.race([isOver, waits])) return outcomeOf(await running.done, running, setting)
      return handOver(call, running, setting.sandboxed)
    } catch (error) {
      if (error instanceof ToolFailure && error.details.didNotRun === true) budget?.giveBack(effects.effects)
      throw error
    } finally {
      context.signal.removeEventListener('abort', abort)
    }
  }

  async function sandboxFor(tool: AtipTool): Promise<Sandbox | undefined> {
    const opened = await openSandbox({ ...(env.PATH !== undefined && { searchPath: env.PATH }), ...options.sandbox })
    if (opened.ok) return opened.sandbox
    if (options.withoutSandbox === 'run') return undefined
    const why = [...opened.reasons, ...opened.advice].join('; ')
    const message = `The description of ${tool.name} is unverified, and there is no sandbox to run it in: ${why}`
    throw refused(message, 'dependency_unavailable', 'sandbox_unavailable')
  }

  /** Prepares the start of the process, and the judgement of its end. */
  function prepare(
    call: CommandRun,
    effects: CallEffects,
    sandbox: Sandbox | undefined,
    { cwd, home, traceparent }: ExecutionContext,
    { stdin, onTty = false, timeoutMs }: { stdin?: Uint8Array | undefined; onTty?: boolean; timeoutMs?: number } = {},
  ): { launch: ProcessLaunch; setting: OutcomeSetting } {
    const { tool } = call
    const argv = [options.programOf?.(tool) ?? call.argv[0]!, ...call.argv.slice(1)]
    const source = { env, foreign: foreignTo(tool), traceparent }
    const { graceMs, maxOutputBytes, memoryBytes, processes, fileBytes, scratchBytes } = limits
    const time = timerMs(timeoutMs ?? (effects.endless === true ? limits.backgroundMs : timeoutOf(effects)))
    const common = { timeoutMs: time, maxOutputBytes, memoryBytes, graceMs, leftovers, ...(stdin && { stdin }) }
    const base = { name: tool.name, sandboxed: sandbox !== undefined }
    if (sandbox === undefined) {
      const environment = childEnvironment(tool, source)
      const loose = { ...common, cwd, env: environment }
      const setting = { ...base, violations: () => [] }
      if (!onTty) return { launch: (hands) => runLoose(argv, { ...loose, ...hands }), setting }
      const onIt = onTerminal(argv, environment.PATH ?? '', options.terminalFrom)
      if ('problem' in onIt)
        throw refused(`${tool.name} needs a terminal: ${onIt.problem}.`, 'capability_gap', 'no_terminal')
      // After this time without output, a password prompt is noticed.
      return { launch: (hands) => runOnTerminal(onIt, { ...loose, idleInputMs: graceMs, ...hands }), setting }
    }
    const openings = openingsOf(effects, { cwd, home })
    const { network, readable, writable, sealed } = openings
    const kernel = { cpuSeconds: Math.ceil(time / 1_000) + 1, processes, fileBytes, scratchBytes }
    return {
      async launch(hands) {
        makeFolders(openings)
        try {
          return await sandbox.run(argv, {
            ...common,
            ...kernel,
            ...hands,
            network,
            readable,
            writable,
            sealed,
            asOwner: true,
            watchesNetwork: true,
            env: { ...confinedEnvironment(tool, source), HOME: home },
            ...(openings.cwd !== undefined && { cwd: openings.cwd }),
          })
        } finally {
          removeEmptyFolders(openings)
        }
      },
      setting: { ...base, violations: (ending, stderr) => violationsIn(ending, stderr, effects, openings) },
    }
  }

  /** Asks the tool itself whether it is logged in, until it is. */
  async function logIn(tool: AtipTool, sandbox: Sandbox | undefined, context: ExecutionContext): Promise<void> {
    if (loggedIn.has(tool.name)) return
    const login = loginOf(tool, env)
    if (login.kind === 'missing') throw refused(login.message, 'setup_required', 'not_logged_in')
    if (login.kind === 'check') {
      const call: CommandRun = { tool, argv: login.argv, path: [], input: { arguments: {}, options: {} } }
      const effects = effectsOf(tool, parseArgv(tool, login.argv))
      const { launch } = prepare(call, effects, sandbox, context, { timeoutMs: Math.min(30_000, limits.timeoutMs) })
      const { status, code } = await launch({ signal: context.signal, onOutput: () => {} })
      if (context.signal.aborted) throw context.signal.reason
      if (status !== 'exited' || code !== 0) throw refused(howToLogIn(tool), 'setup_required', 'not_logged_in')
    }
    loggedIn.add(tool.name)
  }

  function foreignTo(tool: AtipTool): ReadonlySet<string> {
    const others = (options.tools ?? []).filter(({ name }) => name !== tool.name)
    const names = others.flatMap(
      ({ authentication }) => authentication?.methods?.flatMap(({ envVar }) => envVar ?? []) ?? [],
    )
    return new Set(names)
  }

  function timeoutOf({ effects }: CallEffects): number {
    const declared = effects.duration?.timeout
    return (declared === undefined ? undefined : parseDuration(declared)?.max) ?? limits.timeoutMs
  }

  /** Reports progress and output, and watches for password prompts. */
  function watch(call: CommandRun, context: ExecutionContext, running: () => RunningProcess, onTty: boolean) {
    let last = 0
    return (chunk: Buffer, name: OutputName) => {
      options.onOutput?.(chunk, name, call)
      if (onTty && asksForPassword(chunk.toString())) running().stop(PASSWORD)
      const now = performance.now()
      if (now - last < PROGRESS_MS) return
      last = now
      const { stdout, stderr } = running().outputs
      const message = chunk.toString().trimEnd().split('\n').at(-1)!.slice(-200)
      context.progress({ message, stdout_bytes: stdout.bytes, stderr_bytes: stderr.bytes })
    }
  }

  function handOver(call: CommandRun, running: RunningProcess, sandboxed: boolean): ProcessResult {
    const handle = background.add(call.argv, running, sandboxed)
    const soFar = (name: OutputName) => {
      const recorder = running.outputs[name]
      const text = recorder.readFrom(0, limits.inlineBytes).bytes.toString()
      return { bytes: recorder.bytes, text, isWhole: true, isUtf8: true }
    }
    return {
      exit_code: null,
      signal: null,
      ...outputsOf(soFar('stdout'), soFar('stderr')),
      sandboxed,
      memory_cap: process.platform === 'linux' ? 'sampled' : 'none',
      duration_ms: limits.backgroundAfterMs,
      background: handle,
    }
  }
}

/** The minimum interval of progress reports, in milliseconds. */
const PROGRESS_MS = 250

function refused(message: string, errorClass: ToolFailure['details']['errorClass'], errorCode: string): ToolFailure {
  return new ToolFailure(message, { errorClass, errorCode, didNotRun: true })
}
