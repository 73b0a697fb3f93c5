import { fromPointer, readTool } from '@atip/protocol'
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
  const reading = readTool(mergePatch(merged.tool, override))
  if (!reading.ok) {
    const errors = reading.problems.filter(({ severity }) => severity === 'error')
    const told = errors.slice(0, TOLD).map(({ pointer, message }) => `${pointer || 'the whole'}: ${message}`)
    const more = errors.length > TOLD ? `, and ${errors.length - TOLD} more` : ''
    const note = `the override was not applied: with it, the description would be invalid (${told.join('; ')}${more})`
    return { ...merged, notes: [...merged.notes, note] }
  }
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
  return { ...merged, tool, sources, overridden }
}
