import type { AtipTool } from '@atip/protocol'
import type { LoadedPolicy, Mode } from '@atip/guard'
import {
  createCommandRunner,
  createRedactor,
  createRuntime,
  DEFAULT_COMMAND_LIMITS,
  openApprovalQueue,
  openAuditFolder,
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
  type ToolProvider,
  type ToolSurface,
} from '@atip/runtime'
import { evidenceFor } from '../evidence.js'
import { homeFolder, machineHere } from '../home.js'
import { knownTools } from '../known-tools.js'
import { stateError } from './errors.js'
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
  /** Called when a question is in the queue and the call waits for its answer. */
  onQuestion?: (id: string, reason: string) => void
}

/** A runtime of this user, with policies, log, redactor and real processes. */
export interface Session {
  runner: CommandRunner
  log: string
  /** How many secrets of each kind were removed from output. */
  redactions: Record<string, number>
  start(tools: readonly RuntimeTool[], providers?: readonly ToolProvider[], apart?: StartApart): Started
  close(): Promise<void>
}

/** Options of a runtime that it does not share with the session. */
export type StartApart = Pick<RuntimeOptions, 'hooks' | 'scheduler'>

export interface Started {
  runtime: Runtime
  surface: ToolSurface
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
  const approver = approverFor(options, approvals)
  const machine = machineHere()
  const lookup = knownTools(machine)
  return {
    runner,
    log: audit.file,
    redactions,
    start(tools, providers = [], apart = {}) {
      const runtime = createRuntime({
        tools,
        providers,
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
        ...apart,
        // As long as the runner may take to end a process tree.
        limits: { graceMs: 2 * DEFAULT_COMMAND_LIMITS.graceMs + 2000, timeoutMs: options.minutes * 60_000 },
      })
      return { runtime, surface: opened('the audit log cannot be written', () => runtime.surface()) }
    },
    async close() {
      await runner.close()
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
  if (asking === 'terminal') return terminalApprover()
  const queue = opened('questions cannot be kept', () => openApprovalQueue(folder))
  return (request, signal) => {
    const reply = queue.approver(request, signal)
    // Only after the question can be answered.
    onQuestion?.(request.approval_id, request.reason)
    return reply
  }
}
