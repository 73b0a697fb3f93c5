import type { AtipTool } from '@atip/protocol'
import type { LoadedPolicy, Mode } from '@atip/guard'
import {
  createCommandRunner,
  createRedactor,
  createRuntime,
  DEFAULT_COMMAND_LIMITS,
  openApprovalQueue,
  openAuditFolder,
  programProvider,
  redactBytes,
  resultFolder,
  Scheduler,
  secretsOf,
  terminalApprover,
  type Approver,
  type AuditLog,
  type CommandRunner,
  type Redactor,
  type ResultStore,
  type Runtime,
  type RuntimeEvent,
  type RuntimeOptions,
  type RuntimeTool,
  type ToolSurface,
} from '@atip/runtime'
import { evidenceFor } from '../evidence.js'
import { homeFolder, machineHere } from '../home.js'
import { knownTools } from '../known-tools.js'
import { hasPrime } from './describe.js'
import { stateError } from './errors.js'
import { openPrimer, type Primer } from './primer.js'
import { stateFolders } from './state-folders.js'

/** Who is asked: the user at this terminal, a person with `atip approvals`, or no one. */
export type AskWhom = 'terminal' | 'queue' | 'never'

export interface SessionOptions {
  policies: readonly LoadedPolicy[]
  mode?: Mode | undefined
  asking: AskWhom
  /** Descriptions of the programs that may be run. */
  described: readonly AtipTool[]
  /** The path of a tool's program. */
  programOf?: (tool: AtipTool) => string
  /** The standard input of programs. */
  stdin?: Uint8Array | undefined
  minutes: number
  /** The part of each output that a model sees; the rest is stored. */
  inlineBytes?: number
  /** Receives output as it arrives, with secrets redacted. */
  onOutput?: (chunk: Buffer, to: 'stdout' | 'stderr') => void
  /** Receives the events of the runtime, as they are logged. */
  onEvent?: (event: RuntimeEvent) => void
  /** Ends the call of `prime` that precedes the first call of a tool. */
  primeSignal?: () => AbortSignal
  /** Receives what a tool answered to `prime`. */
  onPrimed?: (tool: string, answer: string) => void
  /** Called when a question is in the queue and the call waits for its answer. */
  onQuestion?: (id: string, reason: string) => void
}

/** A runtime of this user, with policies, log, redactor and real processes. */
export interface Session {
  runner: CommandRunner
  log: string
  /** How many secrets of each kind were removed from output. */
  redactions: Record<string, number>
  /** Tools that describe a command `prime` are primed before their first call (Prime RFC). */
  start(tools: readonly RuntimeTool[], options?: { isPrimed?: boolean }): Started
  primer(tool: AtipTool): Primer
  close(): Promise<void>
}

/** Options of the runtime for `prime` that it does not share with the session. */
export type StartApart = Pick<RuntimeOptions, 'hooks' | 'scheduler'>

export interface Started {
  runtime: Runtime
  surface: ToolSurface
  /** Also for the calls of `prime`. */
  setPolicies(policies: readonly LoadedPolicy[]): void
}

/** State that sessions of one process can share: the log, stored results, and the order of calls. */
export interface SessionState {
  home: string
  audit: AuditLog
  results: ResultStore
  approvals: string
  scheduler: Scheduler
}

export function openState(): SessionState {
  const home = homeFolder()
  const folders = stateFolders(process.env, home)
  const results = opened('long results cannot be kept', () => resultFolder(folders.results))
  const audit = opened('the audit log cannot be used', () => openAuditFolder(folders.audit))
  return { home, audit, results, approvals: folders.approvals, scheduler: new Scheduler() }
}

export function openSession(options: SessionOptions, shared?: SessionState): Session {
  const { home, audit, results, approvals, scheduler } = shared ?? openState()
  const redactions = Object.create(null) as Record<string, number>
  const redact = redactorFor(options.described)
  const runner = runnerFor(options, results, redact, redactions)
  // What `prime` prints is an answer to us, and no output of the program for the user.
  const { stdin: _stdin, onOutput: _onOutput, ...quiet } = options
  const quietRunner = runnerFor(quiet, results, redact, redactions)
  const approver = approverFor(options, approvals)
  const machine = machineHere()
  const lookup = knownTools(machine)
  const open = (tools: readonly RuntimeTool[], more: StartApart & Pick<RuntimeOptions, 'providers'>): Started => {
    const runtime = createRuntime({
      tools,
      cwd: process.cwd(),
      home,
      lookup,
      evidence: () => evidenceFor({ cwd: process.cwd(), home, machine, lookup }),
      policies: options.policies,
      ...(options.mode && { mode: options.mode }),
      ...(approver && { approver }),
      scheduler,
      audit,
      results,
      redact,
      ...(options.onEvent && { onEvent: options.onEvent }),
      agentId: 'atip',
      ...more,
      // As long as the runner may take to end a process tree.
      limits: { graceMs: 2 * DEFAULT_COMMAND_LIMITS.graceMs + 2000, timeoutMs: options.minutes * 60_000 },
    })
    return {
      runtime,
      surface: opened('the audit log cannot be written', () => runtime.surface()),
      setPolicies: (policies) => runtime.setPolicies(policies),
    }
  }
  const primer = (tool: AtipTool) => openPrimer(tool, quietRunner, open)
  return {
    runner,
    log: audit.file,
    redactions,
    primer,
    start(tools, { isPrimed = false } = {}) {
      const primers = new Map(
        (isPrimed ? [] : options.described.filter(hasPrime)).map((one) => [one.name, primer(one)]),
      )
      const providers = [...primers].map(([name, { ask }]) =>
        programProvider(name, async (argv) => {
          const answer = await ask(argv, options.primeSignal?.())
          options.onPrimed?.(name, answer)
          return answer
        }),
      )
      const provided = tools.map((one) => (primers.has(one.namespace) ? { ...one, provider: one.namespace } : one))
      const started = open(provided, { providers })
      return {
        ...started,
        setPolicies: (policies) => [started, ...primers.values()].forEach((one) => one.setPolicies(policies)),
      }
    },
    async close() {
      await Promise.all([runner.close(), quietRunner.close()])
      if (shared === undefined) audit.close()
    },
  }
}

function opened<T>(problem: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw stateError(problem, error)
  }
}

function redactorFor(tools: readonly AtipTool[]): Redactor {
  // Binary output is decoded as Latin-1.
  const secrets = secretsOf(process.env, tools).flatMap((one) => [one, Buffer.from(one).toString('latin1')])
  return createRedactor({ secrets, tools })
}

function runnerFor(
  { described, programOf, stdin, minutes, inlineBytes, onOutput }: SessionOptions,
  results: ResultStore,
  redact: Redactor,
  redactions: Record<string, number>,
): CommandRunner {
  const count = (kind: string) => void (redactions[kind] = (redactions[kind] ?? 0) + 1)
  return createCommandRunner({
    results,
    tools: described,
    ...(programOf && { programOf }),
    ...(stdin && { stdin: () => stdin }),
    filter: () => redactBytes(redact, count),
    onOutput: (chunk, to) => onOutput?.(chunk, to),
    limits: { timeoutMs: minutes * 60_000, ...(inlineBytes !== undefined && { inlineBytes }) },
  })
}

function approverFor({ asking, onQuestion }: SessionOptions, folder: string): Approver | undefined {
  if (asking === 'never') return undefined
  if (asking === 'terminal') return interruptible(terminalApprover())
  const queue = opened('questions cannot be kept', () => openApprovalQueue(folder))
  return (request, signal) => {
    const reply = queue.approver(request, signal)
    // Only after the question can be answered.
    onQuestion?.(request.approval_id, request.reason)
    return reply
  }
}

/** While it asks, readline takes Ctrl-C as a key and only gives up the question. It ends atip as at any other time. */
function interruptible(approver: Approver): Approver {
  return async (request, signal) => {
    try {
      return await approver(request, signal)
    } catch (error) {
      if (signal.aborted || (error as Error).name !== 'AbortError') throw error
      process.kill(process.pid, 'SIGINT')
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      })
    }
  }
}
