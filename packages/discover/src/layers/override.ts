import { fromPointer, readTool, type AtipTool } from '@atip/protocol'
import { mergePatch, pointersIn } from './merge-patch.js'
import { withSource } from './sources.js'
import { TOOK_PART, type Merged } from './types.js'

/** The number of problems listed in a refusal. */
const TOLD = 3

/**
 * Applies the user's patch. If the description would be invalid, the whole patch is refused: half of it could omit a
 * warning (decision 53). `isTrusted`: whether the patched layers are trusted. Correcting a field does not vouch for the
 * rest; `{"trust": {"source": "user"}}` does.
 */
export function applyOverride(merged: Merged, override: unknown, isTrusted: boolean): Merged {
  const reading = readPatched(merged.tool, override)
  if (!reading.ok) return { ...merged, notes: [...merged.notes, `the override was not applied: ${reading.reason}`] }
  const overridden = pointersIn(override)
  const before = (merged.tool[TOOK_PART] as string[] | undefined) ?? []
  const isVouchedFor = isTrusted || reading.tool.trust?.source === 'user'
  const source = isVouchedFor ? 'user' : merged.tool.trust?.source
  const tool = {
    ...reading.tool,
    trust: { ...reading.tool.trust, ...(source && { source }) },
    [TOOK_PART]: ['override', ...before],
  }
  const sources = [...overridden, ...(isVouchedFor ? ['/trust/source'] : [])].reduce(
    (source, pointer) => withSource(source, fromPointer(pointer), 'override'),
    merged.sources,
  )
  return { ...merged, tool, sources, overridden, notes: [...merged.notes, ...reading.warnings] }
}

export type PatchedReading = { ok: true; tool: AtipTool; warnings: string[] } | { ok: false; reason: string }

/** The description with the user's patch, or why that is invalid. Warns of keys in the patch that change nothing. */
export function readPatched(tool: AtipTool, override: unknown): PatchedReading {
  const reading = readTool(mergePatch(tool, override))
  if (!reading.ok) {
    const errors = reading.problems.filter(({ severity }) => severity === 'error')
    const told = errors.slice(0, TOLD).map(({ pointer, message }) => `${pointer || 'the whole'}: ${message}`)
    const more = errors.length > TOLD ? `, and ${errors.length - TOLD} more` : ''
    return { ok: false, reason: `with it, the description would be invalid (${told.join('; ')}${more})` }
  }
  const own = pointersIn(override)
  const warnings = reading.problems
    .filter(({ rule, pointer }) => rule === 'unknown-key' && own.some((one) => `${one}/`.startsWith(`${pointer}/`)))
    .map(({ pointer, message }) => `the override has no effect at ${pointer}: ${message}`)
  return { ok: true, tool: reading.tool, warnings }
}
