import { isUnknown, literal, joinParts, isSameWord, taintsOf, type Word } from './word.js'

/** The data in a pipe or a substitution, as far as it is known without running anything. */
export interface Stream {
  /** The text, as far as it is known. */
  text?: Word
  /** The known part of every line, such as a path that begins with a certain folder. */
  line?: Word
  /** Its origins, as far as decisions depend on them. */
  taints: ReadonlySet<Taint>
}

/**
 * `network`: from another machine. `decoded`: decoded by this line. `secret`: from a place that may hold secrets.
 * `names`: file names and certainly nothing else. `hidden`: names of any files, including hidden ones. `environment`:
 * environment variables. `written`: text of the line itself, so its author controls it. `replaced`: of a file that the
 * line has since overwritten.
 */
export type Taint = 'network' | 'decoded' | 'secret' | 'environment' | 'names' | 'hidden' | 'written' | 'replaced'

/** Whether it contains text of the line itself. */
export function isWritten({ text, taints }: Stream): boolean {
  return taints.has('written') || (text !== undefined && text.some((part) => !isUnknown(part) && part !== '\n'))
}

const CLEAN: ReadonlySet<Taint> = new Set()

export const NOTHING: Stream = { text: [], taints: CLEAN }
/** Anything at all, from this machine. */
export const UNKNOWN: Stream = { taints: CLEAN }

/** A program that the line built, or a folder that it made. */
export const BUILT: Stream = { taints: CLEAN }

/** A file into which a call of the line copied something from elsewhere: `cp`. */
export const COPIED: Stream = { taints: CLEAN }

/** The input of the line itself: a terminal, or nothing. */
export const INHERITED: Stream = { taints: CLEAN }

/** The rest of a script that a shell reads from stdin. Its commands read from there, too. */
export const SCRIPT: Stream = { taints: new Set(['written']) }

/** Whether a program gets input, or may. Blank lines only end a session: `echo | openssl s_client`. */
export function isFed(stream: Stream): boolean {
  const isBlank = stream.text?.every((part) => typeof part === 'string' && part.trim() === '') === true
  return stream !== INHERITED && !isBlank
}

export function textStream(text: Word | string): Stream {
  return { text: typeof text === 'string' ? literal(text) : text, taints: CLEAN }
}

export function unknownStream(...taints: Taint[]): Stream {
  return { taints: new Set(taints) }
}

/** The rest of an input after another command has read some or all of it. */
export function leftOf(stream: Stream): Stream {
  return stream.text === undefined || stream.text.length === 0 ? stream : withoutText(stream)
}

/** Forgets the text, because it is in another order or incomplete, but keeps its taints. */
export function withoutText(stream: Stream): Stream {
  const { text, ...others } = stream
  return text === undefined || text.length === 0 ? stream : { ...others, taints: allTaints(stream) }
}

/** The taints of a stream together with those of its text, which must survive when the text is forgotten. */
function allTaints(stream: Stream): ReadonlySet<Taint> {
  const { text, taints } = stream
  if (text === undefined) return taints
  return new Set([...taints, ...(taintsOf([text]) as Taint[]), ...(isWritten(stream) ? (['written'] as const) : [])])
}

/** Adds error messages, which may repeat any word of the line: `2>&1`. */
export function withComplaints(stream: Stream): Stream {
  const taints = new Set([...allTaints(stream), 'written' as const])
  taints.delete('names')
  return { taints }
}

/** The outputs one after the other. */
export function joined(streams: readonly Stream[]): Stream {
  if (streams.some(({ text }) => text === undefined)) return { ...commonLine(streams), taints: unitedTaints(streams) }
  const taints = keepingPromise(new Set(streams.flatMap((stream) => [...stream.taints])), streams)
  return { text: joinParts(...streams.map(({ text }) => text!)), taints }
}

/** The taints of several streams whose text will be unknown. */
export function unitedTaints(streams: readonly Stream[]): ReadonlySet<Taint> {
  return keepingPromise(new Set(streams.flatMap((stream) => [...allTaints(stream)])), streams)
}

/** File names mixed with other text are no longer only names. */
function keepingPromise(taints: Set<Taint>, streams: readonly Stream[]): ReadonlySet<Taint> {
  if (!printing(streams).every((stream) => stream.taints.has('names'))) taints.delete('names')
  return taints
}

function printing(streams: readonly Stream[]): Stream[] {
  return streams.filter(({ text }) => text === undefined || text.length > 0)
}

/** The output if only one of these runs: its text is unknown, unless all agree, but its possible origins are known. */
export function branches(streams: readonly Stream[]): Stream {
  const [first, ...others] = streams
  if (first === undefined) return NOTHING
  if (others.every(({ text }) => isSameText(text, first.text)) && first.text !== undefined)
    return { ...first, taints: joined(streams).taints }
  return { ...commonLine(streams), taints: unitedTaints(streams) }
}

/** The outputs one after the other, if some may be missing. */
export function someOf(streams: readonly Stream[]): Stream {
  const either = branches(streams)
  return printing(streams).length > 1 ? withoutText(either) : either
}

/** The `line` of all streams that print something, if they agree. */
function commonLine(streams: readonly Stream[]): Pick<Stream, 'line'> {
  const [first, ...others] = printing(streams)
  const line = first?.line
  return line !== undefined && others.every((other) => isSameText(other.line, line)) ? { line } : {}
}

function isSameText(one: Word | undefined, other: Word | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameWord(one, other)
}
