import { randomUUID } from 'node:crypto'
import { pathOf } from '../facts/settle.js'
import type { PersistenceRecord } from '../records/records.js'
import { SCHEMA_VERSION } from '../records/vocabulary.js'
import { previewOf } from '../results/preview.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'

/** The length of a preview in code points. */
const MOST_SHOWN = 2000

export interface ShownText {
  /** The text for the model. */
  text: string
  isRedacted: boolean
  persistence: PersistenceRecord
}

/** Redacts first, then measures and stores, so that no secret reaches a file. */
export function persist(call: Invocation, parts: RuntimeParts, output: string): ShownText {
  const { redact } = parts
  const { text, count, kinds } = redact === undefined ? { text: output, count: 0, kinds: {} } : redact(output)
  const { tool } = call
  const threshold = tool!.maxInlineChars ?? parts.limits.maxInlineChars
  const record = (more: Pick<PersistenceRecord, 'strategy'> & Partial<PersistenceRecord>): PersistenceRecord => ({
    schema_version: SCHEMA_VERSION,
    decision_id: `per_${randomUUID()}`,
    invocation_id: call.id,
    created_at: new Date(parts.now()).toISOString(),
    threshold,
    original_size_bytes: Buffer.byteLength(text),
    ...more,
  })
  const isRedacted = count > 0
  if (isRedacted) call.emit('tool.result.redacted', { count, kinds })
  if (text.length <= threshold) return { text, isRedacted, persistence: record({ strategy: 'inline' }) }
  const preview = previewOf(text, Math.min(MOST_SHOWN, threshold))
  const preview_size_bytes = Buffer.byteLength(preview)
  const reason = whyNotKept(call, parts)
  if (reason !== undefined) {
    const persistence = record({ strategy: 'never_persist', reason, preview_size_bytes })
    return { text: preview, isRedacted, persistence }
  }
  const kept = keep(call, parts, text)
  if ('problem' in kept) {
    const persistence = record({ strategy: 'drop_with_reason', reason: 'results_unavailable', preview_size_bytes })
    const note = `\n[The whole result has ${persistence.original_size_bytes} bytes, and could not be stored: ${kept.problem}]`
    return { text: preview + note, isRedacted, persistence }
  }
  const { persisted_ref } = kept
  const persistence = record({ strategy: 'preview_and_persist', preview_size_bytes, persisted_ref })
  call.emit('tool.result.persisted', { ...persistence })
  const note = `\n[The whole result has ${persistence.original_size_bytes} bytes: ${persisted_ref.uri}]`
  return { text: preview + note, isRedacted, persistence }
}

/** The tool has run, so a full disk must not turn its success into a failure. */
function keep(call: Invocation, { results }: RuntimeParts, text: string) {
  try {
    return { persisted_ref: results!.keep(text, call.id) }
  } catch (error) {
    return { problem: call.clean((error as Error).message) }
  }
}

/** Reading a stored result must not store it again. */
function whyNotKept({ tool, judged }: Invocation, { results }: RuntimeParts): string | undefined {
  if (results === undefined) return 'no_result_store'
  if (tool!.persistence === 'never_persist') return 'tool_opted_out'
  const paths = (judged?.facts.footprint ?? []).flatMap(({ key }) => pathOf(key) ?? [])
  return paths.length > 0 && paths.every((path) => results.owns(path)) ? 'circular_result_guard' : undefined
}
