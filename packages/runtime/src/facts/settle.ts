import type { FactsRecord } from '../records/records.js'
import { EVERYTHING, type CallResource } from '../schedule/resource.js'
import type { CallPlaces, RuntimeTool, DeclaredFacts } from '../tool/tool.js'
import { realPath } from './real-path.js'

/** Facts without gaps: an unknown fact has its unsafe value. */
export interface SettledFacts extends Required<DeclaredFacts> {
  /** The resources that it locks, with real paths; everything, if it may not run in parallel. */
  footprint: readonly CallResource[]
  inferred: (keyof DeclaredFacts)[]
}

const UNSAFE: Required<DeclaredFacts> = {
  readOnly: false,
  destructive: true,
  openWorld: true,
  reversible: false,
  idempotent: false,
  billable: true,
  requiresUserInteraction: false,
  concurrencySafe: false,
  footprint: EVERYTHING,
}

/** The facts that a tool declares for a call. Of an untrusted tool, only those that make it look worse. */
export function declaredFacts(tool: RuntimeTool, input: unknown, places: CallPlaces): DeclaredFacts {
  const said = tool.facts?.(input as never, places) ?? {}
  if (tool.trust !== 'untrusted') return said
  const entries = Object.entries(said) as [keyof DeclaredFacts, DeclaredFacts[keyof DeclaredFacts]][]
  const worse = entries.filter(([name, value]) => WORST[name] === value)
  return Object.fromEntries([...worse, ['footprint', said.footprint]]) as DeclaredFacts
}

/** The values that an untrusted tool may claim. */
const WORST: Partial<Record<keyof DeclaredFacts, boolean>> = {
  readOnly: false,
  destructive: true,
  openWorld: true,
  reversible: false,
  idempotent: false,
  billable: true,
  requiresUserInteraction: true,
}

export function settle(declared: DeclaredFacts, { cwd }: CallPlaces, isTrusted: boolean): SettledFacts {
  const names = Object.keys(UNSAFE) as (keyof DeclaredFacts)[]
  const inferred = names.filter((name) => declared[name] === undefined && name !== 'requiresUserInteraction')
  const readOnly = declared.readOnly ?? UNSAFE.readOnly
  const settled = {
    ...UNSAFE,
    ...(readOnly && { destructive: false, reversible: true }),
    ...Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== undefined)),
  }
  const isAlone = !settled.concurrencySafe || !isTrusted
  const footprint = isAlone ? EVERYTHING : withRealPaths(settled.footprint, cwd)
  return { ...settled, footprint, inferred }
}

export function withRealPaths(footprint: readonly CallResource[], cwd: string): CallResource[] {
  return footprint.map(({ key, access }) => {
    const path = pathOf(key)
    return { key: path === undefined ? key : `path:${realPath(path, cwd)}`, access }
  })
}

export function pathOf(key: string): string | undefined {
  return key.startsWith('path:') ? key.slice('path:'.length) : undefined
}

export function recordOf(facts: SettledFacts): FactsRecord {
  return {
    is_read_only: facts.readOnly,
    is_destructive: facts.destructive,
    is_open_world: facts.openWorld,
    is_concurrency_safe: facts.concurrencySafe,
    requires_user_interaction: facts.requiresUserInteraction,
    resource_locks: [...facts.footprint],
    inferred: facts.inferred,
  }
}
