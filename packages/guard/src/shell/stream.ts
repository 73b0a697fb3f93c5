import { isUnknown, literal, joinParts, isSameWord, taintsOf, type Word } from './word.js'

/** What flows through a pipe or a substitution, as far as it can be told without running anything. */
export interface Stream {
  /** The text, as far as it is known. */
  text?: Word
  /** What each of its lines is, where that is known: a path that begins with a certain folder. */
  line?: Word
  /** Where it came from, as far as that matters. */
  taints: ReadonlySet<Taint>
}

/**
 * `network`: from another machine. `decoded`: made readable just now. `secret`: from a place where secrets are. `names`:
 * names of files, and nothing else, so this is a promise. `hidden`: names of any files, hidden ones among them. `environment`: variables of the environment.
 * `written`: made of text in the line itself, so the author of the line controls it. `replaced`: of a file, into which the line has
 * put something else since.
 */
export type Taint = 'network' | 'decoded' | 'secret' | 'environment' | 'names' | 'hidden' | 'written' | 'replaced'

/** Neither from files nor from what programs find out. */
export function isWritten({ text, taints }: Stream): boolean {
  return taints.has('written') || (text !== undefined && text.some((part) => !isUnknown(part) && part !== '\n'))
}

const CLEAN: ReadonlySet<Taint> = new Set()

export const NOTHING: Stream = { text: [], taints: CLEAN }
/** Anything at all, from this machine. */
export const UNKNOWN: Stream = { taints: CLEAN }

/** A program that the line built, or a folder that it made. */
export const BUILT: Stream = { taints: CLEAN }

/** A file into which a call of the line put something from elsewhere: `cp`. */
export const COPIED: Stream = { taints: CLEAN }

/** The input of the line itself: a terminal, or nothing. */
export const INHERITED: Stream = { taints: CLEAN }

/** The rest of the script that a shell reads from its own input: its commands read from it, too. */
export const SCRIPT: Stream = { taints: new Set(['written']) }

/** Whether something comes in, or may. Blank lines only end a conversation: `echo | openssl s_client`. */
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

/** What is left of an input after another command has read some of it, or all. */
export function leftOf(stream: Stream): Stream {
  return stream.text === undefined || stream.text.length === 0 ? stream : withoutText(stream)
}

/** The text is in another order, or there is more of it. */
export function withoutText(stream: Stream): Stream {
  const { text, ...others } = stream
  return text === undefined || text.length === 0 ? stream : { ...others, taints: allTaints(stream) }
}

/** What is known of a text where it came from counts also where the text is forgotten. */
function allTaints(stream: Stream): ReadonlySet<Taint> {
  const { text, taints } = stream
  if (text === undefined) return taints
  return new Set([...taints, ...(taintsOf([text]) as Taint[]), ...(isWritten(stream) ? (['written'] as const) : [])])
}

/** With what a command says that goes wrong, which may repeat any word of the line: `2>&1`. */
export function withComplaints(stream: Stream): Stream {
  const taints = new Set([...allTaints(stream), 'written' as const])
  taints.delete('names')
  return { taints }
}

/** One after the other. */
export function joined(streams: readonly Stream[]): Stream {
  if (streams.some(({ text }) => text === undefined)) return { ...commonLine(streams), taints: unitedTaints(streams) }
  const taints = keepingPromise(new Set(streams.flatMap((stream) => [...stream.taints])), streams)
  return { text: joinParts(...streams.map(({ text }) => text!)), taints }
}

/** Of several streams whose text is not known afterwards. */
export function unitedTaints(streams: readonly Stream[]): ReadonlySet<Taint> {
  return keepingPromise(new Set(streams.flatMap((stream) => [...allTaints(stream)])), streams)
}

/** Names, and text beside them, are not only names. */
function keepingPromise(taints: Set<Taint>, streams: readonly Stream[]): ReadonlySet<Taint> {
  if (!printing(streams).every((stream) => stream.taints.has('names'))) taints.delete('names')
  return taints
}

function printing(streams: readonly Stream[]): Stream[] {
  return streams.filter(({ text }) => text === undefined || text.length > 0)
}

/** Only some of these happen, so what is printed is not known, but where it may come from is. */
export function branches(streams: readonly Stream[]): Stream {
  const [first, ...others] = streams
  if (first === undefined) return NOTHING
  if (others.every(({ text }) => isSameText(text, first.text)) && first.text !== undefined)
    return { ...first, taints: joined(streams).taints }
  return { ...commonLine(streams), taints: unitedTaints(streams) }
}

/** One after the other, and some of them perhaps not at all. */
export function someOf(streams: readonly Stream[]): Stream {
  const either = branches(streams)
  return printing(streams).length > 1 ? withoutText(either) : either
}

/** The same of all that print something. */
function commonLine(streams: readonly Stream[]): Pick<Stream, 'line'> {
  const [first, ...others] = printing(streams)
  const line = first?.line
  return line !== undefined && others.every((other) => isSameText(other.line, line)) ? { line } : {}
}

function isSameText(one: Word | undefined, other: Word | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameWord(one, other)
}
