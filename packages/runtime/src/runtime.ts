import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { MODES, sayRule, type LoadedPolicy, type Mode, type Policy } from '@atip/guard'
import { RecentCommands, type ToolContext } from './delegate/context.js'
import { ceilingOf, type Ceiling, type DelegationScope } from './delegate/scope.js'
import { EventStream } from './events/stream.js'
import { createTelemetry, type Telemetry } from './events/telemetry.js'
import { DEFAULT_RUNTIME_LIMITS, type RuntimeOptions } from './options.js'
import type { PolicyState } from './permission/judge-call.js'
import { policyOf, ruleAgainst, withoutAllowing, type RuleNotation } from './permission/rules.js'
import { startBatch, type Batch, type BatchOptions } from './pipeline/batch.js'
import { outerCall } from './pipeline/inside.js'
import { Invocation, type ModelCall } from './pipeline/invocation.js'
import type { RuntimeParts } from './pipeline/parts.js'
import { PrimeGate, type PrimeObserver } from './prime/gate.js'
import type { ResultRecord, ToolSearchRecord } from './records/records.js'
import { cleanerFor } from './redact/cleaner.js'
import { Scheduler } from './schedule/scheduler.js'
import { ToolCatalog } from './surface/catalog.js'
import { primeNames } from './surface/prime-names.js'
import { searchSurface } from './surface/search.js'
import { createSurface, type ToolSurface, type SurfaceOptions } from './surface/surface.js'
import type { RuntimeTool } from './tool/tool.js'

/** Options that a delegated runtime may override. They never loosen: a looser mode and allow rules are ignored. */
export type DelegationOverrides = Pick<RuntimeOptions, 'rules' | 'mode' | 'hooks' | 'approver' | 'agentId'>

/** Turns tool calls into results: permission, scheduling, execution, records. */
export interface Runtime {
  surface(options?: SurfaceOptions): ToolSurface
  /** Takes `select:NAME,NAME` or keywords. The tools found are loaded. */
  search(surface: ToolSurface, query: string, limit?: number): Promise<ToolSearchRecord>
  run(surface: ToolSurface, calls: readonly ModelCall[], options?: BatchOptions): Batch
  /** Calls that have not started are judged again. */
  setMode(mode: Mode): void
  setRules(rules: readonly RuleNotation[]): void
  setPolicies(policies: readonly LoadedPolicy[]): void
  /** A runtime for another agent, with the same tools, scheduler and log, but fewer permissions. */
  delegate(scope: DelegationScope, overrides?: DelegationOverrides): Runtime
  /** Information about the tools here that another agent may have. */
  context(): ToolContext
}

/** The state that a runtime shares with those it delegates to. */
interface Shared {
  catalog: ToolCatalog
  scheduler: Scheduler
  events: EventStream
  telemetry: Telemetry
  gate: PrimeGate
  recent: RecentCommands
}

export function createRuntime(options: RuntimeOptions): Runtime {
  const { sessionId = randomUUID(), agentId = 'agent', now = Date.now, audit, onEvent, providers = [] } = options
  const events = new EventStream({ sessionId, sink: audit, listener: onEvent, now })
  const clean = cleanerFor(options.redact)
  const observer: PrimeObserver = {
    started: (provider) => events.emit('tool.prime.started', undefined, { provider }),
    completed: (provider, { problem, ...outcome }) => {
      const shown = problem === undefined ? outcome : { ...outcome, problem: clean(problem) }
      events.emit('tool.prime.completed', undefined, { provider, ...shown })
    },
  }
  const { timeoutMs, approvalTimeoutMs } = { ...DEFAULT_RUNTIME_LIMITS, ...options.limits }
  // A person may have to allow it first.
  const primeTimeout = approvalTimeoutMs + timeoutMs
  const shared: Shared = {
    catalog: new ToolCatalog(options.tools),
    scheduler: options.scheduler ?? new Scheduler(),
    events,
    telemetry: createTelemetry(options.telemetry),
    gate: new PrimeGate(providers, { agentId, sessionId }, now, observer, primeTimeout),
    recent: new RecentCommands(),
  }
  const cwd = realpathSync(options.cwd ?? process.cwd())
  return new LocalRuntime({ ...options, cwd, sessionId, agentId, now }, shared, undefined)
}

/** One delegation: the delegating runtime, and the limits. */
interface Delegation {
  parent: LocalRuntime
  ceiling: Ceiling
}

class LocalRuntime implements Runtime {
  #epoch = 0
  /** If undefined, the policies decide. */
  #mode: Mode | undefined
  #session: Policy
  #policies: readonly LoadedPolicy[]
  readonly #parts: RuntimeParts

  constructor(
    readonly options: RuntimeOptions & { cwd: string; sessionId: string; now: () => number },
    readonly shared: Shared,
    readonly delegation: Delegation | undefined,
  ) {
    const { mode, rules = [], policies = [], now, limits } = options
    this.#mode = mode
    this.#policies = policies
    this.#session = this.#read(rules)
    this.#parts = {
      sessionId: options.sessionId,
      events: shared.events,
      telemetry: shared.telemetry,
      gate: shared.gate,
      hooks: options.hooks ?? [],
      approver: options.approver,
      redact: options.redact,
      results: options.results,
      limits: { ...DEFAULT_RUNTIME_LIMITS, ...limits },
      deprecated: options.deprecated ?? 'warn',
      policy: () => this.#policy(),
      forbids: (tool) => this.#forbids(tool),
      now,
    }
  }

  surface(options: SurfaceOptions = {}): ToolSurface {
    const pending = new Set(this.#pendingProviders())
    const blockOf = (tool: RuntimeTool) => {
      const message = this.#forbids(tool)
      if (message !== undefined) return { reason: 'role_not_allowed' as const, message }
      const rule = ruleAgainst(tool, this.#policy().policies)
      return rule && { reason: 'policy_blocked' as const, message: sayRule(rule) }
    }
    const isPending = ({ provider }: RuntimeTool) => provider !== undefined && pending.has(provider)
    const surface = createSurface(this.shared.catalog.all(), options, blockOf, isPending, this.options.now)
    this.shared.events.emit('tool.surface.created', undefined, { ...surface.record() })
    return surface
  }

  async search(surface: ToolSurface, query: string, limit = 5): Promise<ToolSearchRecord> {
    const found = searchSurface(surface, query, {
      pendingProviders: this.#pendingProviders(),
      preference: (tool) => this.#preference(tool),
      limit,
    })
    for (const { tool_id } of found.matches) this.shared.events.emit('tool.deferred.loaded', undefined, { tool_id })
    return found
  }

  run(surface: ToolSurface, calls: readonly ModelCall[], options: BatchOptions = {}): Batch {
    const { scheduler, events, telemetry } = this.shared
    const outer = outerCall()
    const redact = cleanerFor(this.options.redact)
    // All tickets are taken now, in the order of the calls.
    const invocations = calls.map((call) => {
      const ticket = scheduler.take(outer?.ticket)
      const one = new Invocation(call, surface, ticket, options.actor, events, this.options.now, redact)
      one.span = telemetry.start({ invocationId: one.id, name: call.name, callId: call.id }, outer?.span)
      return one
    })
    const batch = startBatch(invocations, this.#parts, options)
    void batch.results.then((results) => this.#remember(results))
    return batch
  }

  setMode(mode: Mode): void {
    this.#mode = mode
    this.#epoch++
  }

  setRules(rules: readonly RuleNotation[]): void {
    this.#session = this.#read(rules)
    this.#epoch++
  }

  setPolicies(policies: readonly LoadedPolicy[]): void {
    this.#policies = policies
    this.#epoch++
  }

  delegate(scope: DelegationScope, overrides: DelegationOverrides = {}): Runtime {
    const { hooks = [], approver = this.options.approver, agentId = this.options.agentId } = overrides
    const { rules = [], mode = this.#currentMode() } = overrides
    const ceiling = ceilingOf(scope, `delegation ${this.#ceilings().length + 1}`)
    const own = { hooks, approver, agentId, rules, mode, policies: [] }
    return new LocalRuntime({ ...this.options, ...own }, this.shared, { parent: this, ceiling })
  }

  context(): ToolContext {
    const tools = this.shared.catalog.all().filter((tool) => this.#forbids(tool) === undefined)
    const known = new Map((this.options.providers ?? []).map((provider) => [provider.id, provider]))
    const namesOf = (all: readonly RuntimeTool[]) => [...new Set(all.map(({ namespace }) => namespace))]
    return {
      availableTools: namesOf(tools),
      authenticatedTools: namesOf(tools.filter(({ provider }) => known.get(provider ?? '')?.isAuthenticated === true)),
      recentCommands: this.shared.recent.list(),
    }
  }

  #remember(results: readonly ResultRecord[]): void {
    const tools = new Map(this.shared.catalog.all().map((tool) => [tool.id, tool]))
    for (const { tool_id, is_error } of results) {
      const tool = tools.get(tool_id)
      if (tool === undefined) continue
      this.shared.recent.add({ tool: tool.namespace, command: tool.name, exitCode: is_error ? 1 : 0 })
    }
  }

  #policy(): PolicyState {
    const { cwd, home = homedir(), lookup = () => undefined, evidence } = this.options
    return {
      policies: this.#currentPolicies(),
      linePolicies: this.#ceilings().map(({ programs }) => programs),
      mode: this.#currentMode(),
      lookup,
      evidence,
      places: { cwd, home },
      epoch: this.#currentEpoch(),
    }
  }

  /** Rules of a delegated runtime can only tighten. */
  #read(rules: readonly RuleNotation[]): Policy {
    return policyOf(rules, this.options.cwd, this.delegation === undefined ? 'user' : 'command-line')
  }

  /** A child also obeys the current policies of its parent, except for the parent's session rules that allow. */
  #currentPolicies(): LoadedPolicy[] {
    if (this.delegation === undefined) return [...this.#policies, this.#session]
    const { parent, ceiling } = this.delegation
    const inherited = parent.#currentPolicies().map((one) => (one === parent.#session ? withoutAllowing(one) : one))
    const own = this.#policies.map((policy) => ({ ...policy, source: 'command-line' as const }))
    return [...inherited, ceiling.policy, ...own, this.#session]
  }

  /**
   * The stricter of the parent's mode and its own. If the parent has none, a child may not loosen the policies' modes.
   */
  #currentMode(): Mode | undefined {
    if (this.delegation === undefined) return this.#mode
    const above = this.delegation.parent.#currentMode()
    if (this.#mode === undefined) return above
    return MODES.indexOf(this.#mode) < MODES.indexOf(above ?? 'default') ? above : this.#mode
  }

  #currentEpoch(): number {
    return this.delegation === undefined ? this.#epoch : this.#epoch + this.delegation.parent.#currentEpoch()
  }

  #ceilings(): Ceiling[] {
    return this.delegation === undefined ? [] : [...this.delegation.parent.#ceilings(), this.delegation.ceiling]
  }

  #forbids(tool: RuntimeTool): string | undefined {
    const isForbidden = this.#ceilings().some(({ allows }) => !allows(tool))
    return isForbidden ? `${tool.name} is not among the tools that were delegated` : undefined
  }

  #pendingProviders(): string[] {
    return (this.options.providers ?? []).filter(({ state }) => state === 'pending').map(({ id }) => id)
  }

  #preference(tool: RuntimeTool): number {
    const { preferredCommands = [], deprecatedCommands = [] } = this.shared.gate.response(tool.provider)?.schema ?? {}
    const names = primeNames(tool)
    if (names.some((name) => deprecatedCommands.includes(name))) return -1
    return names.some((name) => preferredCommands.includes(name)) ? 1 : 0
  }
}
