import { withoutMarks } from './opaque.js'

/** What flows through a pipe or a substitution, as far as it can be told without running anything. */
export interface Stream {
  /** The text itself, where it is constant; marks stand for what is not. */
  text?: string
  /** Where it came from, as far as that matters. */
  taints: ReadonlySet<Taint>
}

/**
 * `network`: from another machine. `decoded`: made readable just now. `secret`: from a place where secrets are. `written`:
 * made of text that stands in the line, so that it may be anything that whoever wrote the line wanted.
 */
export type Taint = 'network' | 'decoded' | 'secret' | 'written'

/** Neither from files nor from what programs find out. */
export function isWritten({ text, taints }: Stream): boolean {
  return taints.has('written') || (text !== undefined && /\S/.test(withoutMarks(text)))
}

const CLEAN: ReadonlySet<Taint> = new Set()

export const NOTHING: Stream = { text: '', taints: CLEAN }
/** Anything at all, from this machine. */
export const UNKNOWN: Stream = { taints: CLEAN }

export function textStream(text: string): Stream {
  return { text, taints: CLEAN }
}

export function unknownStream(...taints: Taint[]): Stream {
  return { taints: new Set(taints) }
}

/** One after the other. */
export function joined(streams: readonly Stream[]): Stream {
  const taints = new Set(streams.flatMap((stream) => [...stream.taints]))
  if (streams.some(({ text }) => text === undefined)) return { taints }
  return { text: streams.map(({ text }) => text).join(''), taints }
}

/** Only some of these happen, so what is printed is not known, but where it may come from is. */
export function branches(streams: readonly Stream[]): Stream {
  const [first, ...others] = streams
  if (first === undefined) return NOTHING
  if (others.every(({ text }) => text === first.text)) return { ...first, taints: joined(streams).taints }
  return { taints: joined(streams).taints }
}
