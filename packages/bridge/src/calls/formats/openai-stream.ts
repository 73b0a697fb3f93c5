import { isObject } from '@atip/protocol'
import { field, listIn, textIn } from '../raw/fields.js'
import { incomplete, isBlank, STREAM_ENDED } from '../raw/incomplete.js'
import type { RawCall } from '../raw/raw-call.js'
import type { CallReader } from './format.js'

interface Draft {
  index: number | undefined
  id: string | undefined
  name: string
  /** Arguments as text, or as an object if a server sends one. */
  input: unknown
}

type Read = (response: unknown) => RawCall[]
type MarkCut = (calls: RawCall[], reason: string | undefined) => RawCall[]

/**
 * Deltas of Chat Completions. All calls are returned together, when the reason for the end is known: before that,
 * another fragment of the first call may still come.
 */
export class OpenAiStream implements CallReader {
  private drafts: Draft[] = []
  private readonly read: Read
  private readonly markCut: MarkCut

  constructor(read: Read, markCut: MarkCut) {
    this.read = read
    this.markCut = markCut
  }

  push(chunk: unknown): RawCall[] {
    const choice = listIn(chunk, 'choices').find((candidate) => (field(candidate, 'index') ?? 0) === 0)
    // Some servers answer a streaming request with a whole response.
    if (field(choice, 'message') !== undefined) return this.read(choice)
    for (const delta of listIn(field(choice, 'delta'), 'tool_calls')) this.add(delta)
    const reason = textIn(choice, 'finish_reason')
    return reason === undefined ? [] : this.markCut(this.flush(), reason)
  }

  end(): RawCall[] {
    return this.flush().map((call) => (isBlank(call.input) ? incomplete(call, STREAM_ENDED) : call))
  }

  private flush(): RawCall[] {
    const drafts = this.drafts
    this.drafts = []
    const hasOrder = drafts.every(({ index }) => index !== undefined)
    if (hasOrder) drafts.sort((a, b) => a.index! - b.index!)
    return drafts.map(({ id, name, input }) => ({ id, name, input }))
  }

  private add(delta: unknown): void {
    const named = field(delta, 'function')
    if (field(delta, 'custom') !== undefined || (named !== undefined && !isObject(named))) return
    const name = textIn(named, 'name') ?? ''
    const draft = this.draftFor(delta, name)
    draft.id ??= idOf(delta)
    if (name !== '') draft.name = name
    const piece = field(named, 'arguments')
    if (typeof piece !== 'string') draft.input = piece ?? draft.input
    else draft.input = typeof draft.input === 'string' ? draft.input + piece : piece
  }

  private draftFor(delta: unknown, name: string): Draft {
    const index = field(delta, 'index')
    const id = idOf(delta)
    const current =
      typeof index === 'number'
        ? this.drafts.findLast((draft) => draft.index === index)
        : (this.drafts.findLast((draft) => id !== undefined && draft.id === id) ?? this.drafts.at(-1))
    if (current !== undefined && !opensAnother(current, id, name)) return current
    const draft: Draft = { index: typeof index === 'number' ? index : undefined, id, name: '', input: undefined }
    this.drafts.push(draft)
    return draft
  }
}

/**
 * Some servers give every call the index 0, or none: then a new id, or a name after a whole call, starts another call.
 */
function opensAnother({ id: current, name, input }: Draft, id: string | undefined, next: string): boolean {
  if (id !== undefined && current !== undefined) return id !== current
  return next !== '' && name !== '' && isWhole(input)
}

function idOf(delta: unknown): string | undefined {
  return textIn(delta, 'id') || undefined
}

function isWhole(input: unknown): boolean {
  if (isObject(input)) return true
  if (typeof input !== 'string' || !input.trimEnd().endsWith('}')) return false
  try {
    return isObject(JSON.parse(input))
  } catch {
    return false
  }
}
