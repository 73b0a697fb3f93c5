import { randomUUID } from 'node:crypto'
import { nameFits } from '@atip/protocol'
import type { BlockedToolRef, DeferredToolRef, SurfaceRecord } from '../records/records.js'
import { SCHEMA_VERSION, type BlockReason, type Lifecycle, type SurfaceScope } from '../records/vocabulary.js'
import type { RuntimeTool } from '../tool/tool.js'
import { namesOf } from './catalog.js'

/** The tools that a model can see: with their schemas, to be searched for first, or blocked. */
export interface ToolSurface {
  readonly id: string
  readonly scope: SurfaceScope
  /** The tools for a request to a model. */
  readonly loaded: readonly RuntimeTool[]
  find(name: string): FoundOnSurface
  deferred(): readonly RuntimeTool[]
  load(tool: RuntimeTool): void
  record(): SurfaceRecord
}

export type FoundOnSurface =
  | { kind: 'loaded' | 'deferred'; tool: RuntimeTool }
  | { kind: 'blocked'; tool: RuntimeTool; block: BlockedToolRef }
  | { kind: 'unknown' }

export interface SurfaceOptions {
  /** Patterns of ids, for tools with their schemas. Default: all that are not deferred. */
  loaded?: readonly string[]
  /** Patterns of ids, for tools that have to be searched for first. */
  deferred?: readonly string[]
  scope?: SurfaceScope
}

/** Why a tool must not be on a surface; undefined if it may. */
export type BlockCheck = (tool: RuntimeTool) => { reason: BlockReason; message: string } | undefined

const BLOCKED_LIFECYCLES: Partial<Record<Lifecycle, BlockReason>> = {
  draft: 'feature_disabled',
  disabled: 'feature_disabled',
  retired: 'feature_disabled',
  requires_setup: 'setup_required',
}

export function createSurface(
  tools: readonly RuntimeTool[],
  options: SurfaceOptions,
  blockOf: BlockCheck,
  isPending: (tool: RuntimeTool) => boolean,
  now: () => number,
): ToolSurface {
  const { loaded: wanted, deferred = [], scope = 'session' } = options
  const fits = (tool: RuntimeTool, patterns: readonly string[]) => patterns.some((one) => nameFits(one, tool.id))
  const states = new Map<RuntimeTool, 'loaded' | 'deferred'>()
  const blocks = new Map<RuntimeTool, BlockedToolRef>()
  for (const tool of tools) {
    const block = blockByLifecycle(tool) ?? blockOf(tool)
    if (block !== undefined) blocks.set(tool, { tool_id: tool.id, name: tool.name, ...block })
    else if (fits(tool, deferred) || tool.lifecycle === 'deferred') states.set(tool, 'deferred')
    else if (wanted === undefined || fits(tool, wanted)) states.set(tool, 'loaded')
  }
  const surfaceId = `surface_${randomUUID()}`
  const createdAt = new Date(now()).toISOString()
  const inState = (state: 'loaded' | 'deferred') => [...states].filter(([, one]) => one === state).map(([tool]) => tool)
  return {
    id: surfaceId,
    scope,
    get loaded() {
      return inState('loaded')
    },
    deferred: () => inState('deferred'),
    load: (tool) => void (states.has(tool) && states.set(tool, 'loaded')),
    find(name) {
      const tool = byName([...states.keys()], name) ?? byName([...blocks.keys()], name)
      if (tool === undefined) return { kind: 'unknown' }
      const block = blocks.get(tool)
      return block === undefined ? { kind: states.get(tool)!, tool } : { kind: 'blocked', tool, block }
    },
    record: () => ({
      schema_version: SCHEMA_VERSION,
      surface_id: surfaceId,
      scope,
      created_at: createdAt,
      loaded_tools: inState('loaded').map(({ id }) => id),
      deferred_tools: inState('deferred').map((tool) => refTo(tool, isPending(tool) ? 'pending_provider' : 'deferred')),
      blocked_tools: [...blocks.values()],
    }),
  }
}

function blockByLifecycle({ lifecycle = 'available' }: RuntimeTool) {
  const reason = BLOCKED_LIFECYCLES[lifecycle]
  return reason && { reason, message: `the tool is ${lifecycle}` }
}

/** Ids and names take precedence over aliases. */
function byName(tools: readonly RuntimeTool[], name: string): RuntimeTool | undefined {
  return (
    tools.find((tool) => tool.id === name) ??
    tools.find((tool) => tool.name === name) ??
    tools.find((tool) => namesOf(tool).includes(name))
  )
}

export function refTo(tool: RuntimeTool, state: DeferredToolRef['loading_state']): DeferredToolRef {
  const { id, name, namespace, searchHint } = tool
  const hint = searchHint === undefined ? {} : { search_hint: searchHint }
  return { schema_version: SCHEMA_VERSION, tool_id: id, name, namespace, ...hint, loading_state: state }
}
