import type { AtipTool } from '@atip/protocol'
import type { ShimRecord } from '@atip/registry/stored'
import type { OpenedSandbox, Sandbox } from '@atip/sandbox'
import type { Description } from '@atip/describe'
import { mergeLayers } from '../layers/index.js'
import type { Layer, Merged } from '../layers/types.js'
import type { LayerName, CatalogProgram } from '../types.js'
import { askNew } from './ask-new.js'
import type { Machine } from './machine.js'
import { storedLayers } from './stored-layers.js'
import { unknownTool } from './unknown-tool.js'

export interface KnowOptions {
  /** The requested command; the tool itself by default. */
  path?: readonly string[]
  /** How many levels of commands are described from help; 0 for the tool or the command alone. */
  depth?: number
  /** Opens the sandbox, to ask programs for their help. Without it nothing is run. */
  openSandbox?: () => Promise<OpenedSandbox>
  signal?: AbortSignal
  onProgress?: (done: number, total: number, text: string) => void
}

export interface KnownTool extends Merged {
  /** The layers used, strongest first. */
  layers: LayerName[]
  /** Every source was consulted, so the result may be cached. */
  isLasting: boolean
  /** The registry that a shim comes from, and who vouches for it. */
  record?: ShimRecord
}

/** Merges all layers of a program. Missing texts are read, or requested from the program in the sandbox. */
export async function knowTool(
  machine: Machine,
  program: CatalogProgram,
  options: KnowOptions = {},
): Promise<KnownTool> {
  const { path = [] } = options
  const notes: string[] = []
  let isLasting = options.openSandbox !== undefined
  const sandbox = sandboxOf(options, () => {
    isLasting = false
    notes.push(NOT_ASKED)
  })
  await askNew(machine, program, options)
  await completeNative(machine, program, path, sandbox, notes)
  const { layers, override, ignored, record } = storedLayers(machine, program)
  notes.push(...ignored.map((file) => `${file.path}: ${file.reason}`))
  if (!isComplete(layers)) {
    const generated = await describedByTexts(machine, program, path, options, sandbox, notes)
    layers.push(...generated.map((tool) => ({ layer: 'generated' as const, tool })))
  }
  const merged = mergeLayers(
    layers.length > 0 ? layers : [{ layer: 'generated', tool: unknownTool(program.name) }],
    override,
  )
  const names: LayerName[] = [
    ...(override === undefined ? [] : ['override' as const]),
    ...layers.map(({ layer }) => layer),
  ]
  return {
    ...merged,
    layers: [...new Set(names)],
    notes: [...new Set([...notes, ...merged.notes])],
    isLasting,
    ...(record && { record }),
  }
}

/** A complete description makes help and manual pages unnecessary. */
function isComplete(layers: readonly Layer[]): boolean {
  return layers.some(({ layer, tool }) => (layer === 'native' || layer === 'local-shim') && tool.partial !== true)
}

type OpenOnce = () => Promise<Sandbox | undefined>

const NOT_ASKED = 'it was not asked for help, because no sandbox works here: atip doctor says more'

function sandboxOf({ openSandbox }: KnowOptions, onFailure: () => void): OpenOnce {
  return async () => {
    const opened = await openSandbox?.()
    if (opened?.ok === false) onFailure()
    return opened?.ok === true ? opened.sandbox : undefined
  }
}

/** Asks a tool that described only its top level for the requested subtree (RFC 3.1.1). */
async function completeNative(
  { places }: Machine,
  program: CatalogProgram,
  path: readonly string[],
  open: OpenOnce,
  notes: string[],
): Promise<void> {
  if (path.length === 0 || !program.file.mentionsAtip) return
  const { findDescription } = await import('../native/store.js')
  if (findDescription(places, program).found?.tool.partial !== true) return
  const sandbox = await open()
  if (sandbox === undefined) return
  const { completeSubtree } = await import('../native/complete-subtree.js')
  const completed = await completeSubtree(sandbox, program, { store: places, path })
  if (!completed.ok) notes.push(`its commands below ${path.join(' ')} are not known: ${completed.reason}`)
}

/** Descriptions from texts of the requested command and its parents, the command first. */
async function describedByTexts(
  { places }: Machine,
  program: CatalogProgram,
  path: readonly string[],
  { depth = 0, openSandbox, signal, onProgress }: KnowOptions,
  sandbox: OpenOnce,
  notes: string[],
): Promise<AtipTool[]> {
  const { describeCommand } = await import('../describe/describe-lazily.js')
  const describe = async (wanted: readonly string[]): Promise<Description | undefined> => {
    const options = { cache: places.cache, ...(openSandbox && { sandbox }), ...(signal && { signal }) }
    const { description, notes: said } = await describeCommand(program, wanted, options)
    notes.push(...said)
    return description
  }
  const root = await describe([])
  const above = await Promise.all(path.map((_, index) => describe(path.slice(0, index + 1))))
  const tools = [...above.reverse(), root].flatMap((description) => description?.metadata ?? [])
  if (root === undefined || depth === 0 || path.length > 0) return tools
  const { walkCommands } = await import('@atip/describe')
  const progress = (done: number, total: number, at: readonly string[]) =>
    onProgress?.(done, total, [program.name, ...at].join(' '))
  return [(await walkCommands(root, describe, { depth, onProgress: progress })).metadata]
}
