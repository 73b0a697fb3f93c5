import type { AtipDocument, AtipTool } from '@atip/protocol'
import { TOOL_NAMES } from '../names/tool-names.js'
import { objectOf } from '../schema/object.js'
import type { Part, TargetRules } from '../targets/target.js'
import { targetOf, type ProviderTools } from '../targets/targets.js'
import { readTools } from '../tools.js'
import type { IndexEntry, Provider, ToolIndex } from '../types.js'
import type { Draft } from '../targets/draft.js'
import { draftsOf } from './drafts.js'
import type { Note } from './notes.js'
import type { CompileOptions } from '../targets/options.js'
import type { Setting } from './setting.js'
import { strictTools } from './strictness.js'

export interface CompiledTools<P extends Provider = Provider> {
  provider: P
  /**
   * As the provider's library takes them. Commands share the schemas of global options: copy them before changing one.
   */
  tools: ProviderTools[P]
  /** What each compiled name means (decision 19). */
  index: ToolIndex
  notes: Note[]
}

/**
 * Compiles tools to a provider's format, one for each command, with an index from the names that a model calls back to
 * commands. Throws a `DocumentError` if a description is not valid.
 */
export function compileTools<P extends Provider>(
  tools: readonly (AtipTool | AtipDocument)[],
  provider: P,
  options: CompileOptions = {},
): CompiledTools<P> {
  const target = targetOf(provider)
  const notes = notesOnOptions(provider, target, options)
  const { strategy = 'discrete', strict = false } = options
  const drafts = draftsOf(readTools(tools), strategy, settingFor(target, options, notes))
  const { strict: mode } = target
  const isStrict = mode === undefined ? undefined : strictTools(drafts, strict, mode, notes)
  const parts = drafts.map((draft, index): Part => {
    const style = isStrict?.[index] === true ? mode!.style : undefined
    return {
      draft,
      schema: objectOf(draft.properties, style),
      isStrict: style !== undefined,
      isDeferred: isDeferred(draft, options),
    }
  })
  if (target.maxTools !== undefined && parts.length > target.maxTools) {
    const message = `these are ${parts.length} tools; ${provider} takes ${target.maxTools} in one request`
    notes.push({ code: 'over-limit', message })
  }
  return {
    provider,
    tools: target.collect(parts.map(target.write), parts, options),
    index: new Map<string, IndexEntry>(drafts.map(({ name, entry }) => [name, entry])),
    notes,
  }
}

function settingFor(target: TargetRules, options: CompileOptions, notes: Note[]): Setting {
  const { descriptionLimit, strict = false, examples = false, resources = false } = options
  const { size, unit } = target.descriptions
  const limit =
    descriptionLimit === undefined ? { size, unit } : { size: descriptionLimit, unit: 'characters' as const }
  const onCut = (text: string) => {
    const message = `a description of ${text.length} characters was cut for ${limit.size} ${limit.unit}: ${JSON.stringify(text.slice(0, 40))}`
    notes.push({ code: 'description-cut', message })
  }
  return {
    toolNames: TOOL_NAMES,
    propertyNames: target.propertyNames,
    // Counts are restricted in strict mode only.
    dialect: strict === false ? { ...target.dialect, anyCount: true } : target.dialect,
    limit: { ...limit, onCut },
    withResources: resources,
    withExamples: examples && target.heeds.includes('examples'),
    names: new Map(),
  }
}

const OPTIONAL = ['strict', 'defer', 'namespaces', 'cache', 'examples'] as const

function notesOnOptions(provider: Provider, { heeds }: TargetRules, options: CompileOptions): Note[] {
  return OPTIONAL.filter((name) => Boolean(options[name]) && !heeds.includes(name)).map((name) => ({
    code: 'option-ignored',
    message: `"${name}" is ignored: ${provider} has nothing of the kind`,
  }))
}

function isDeferred({ name, tool, path }: Draft, { defer = false }: CompileOptions): boolean {
  return typeof defer === 'function' ? defer({ name, tool, path }) : defer
}
