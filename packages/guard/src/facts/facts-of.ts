import {
  effectsOf,
  parseArgv,
  worsen,
  type AtipTool,
  type CallEffects,
  type Effects,
  type ParsedCall,
} from '@atip/protocol/calls'
import { standardPlace } from '../places/index.js'
import { decode, encode, opacityOf, UNKNOWN_WORDS } from '../shell/encoded.js'
import { isFed, type Stream } from '../shell/stream.js'
import { hasSecretText, isForeign, literal, literalOf, textOf, type Word } from '../shell/word.js'
import { isChanged, type CallFacts, type PathFact } from './facts.js'
import { foldersOf, placed } from './folder.js'
import { classOfPath, protectionOf, resolvePath, type Surroundings } from './path-class.js'
import { remoteOf } from './remote.js'
import { secretShown } from './secret-shown.js'
import { isAboutDescription } from './unusable-description.js'

export interface CallContext extends Surroundings {
  stdin: Stream
  /** Its output goes to another command, which is judged separately. */
  isPiped: boolean
  /** The shell prints every command with its words. */
  isTraced: boolean
  /** Whether this line made the file, so that deleting it loses nothing. */
  isMadeHere?: (path: Word) => boolean
}

/** Further words are not read; no user could review more. */
export const MOST_WORDS = 500

/** The only place that combines a call with a description. `claim` adds what untrusted descriptions say. */
export function factsOf(
  words: readonly Word[],
  tool: AtipTool,
  context: CallContext,
  claim: (found: CallEffects, argv: readonly string[]) => CallEffects = (found) => found,
): CallFacts {
  const argv = [tool.name, ...words.slice(1, MOST_WORDS + 1).map((word) => encode(usuallyWritten(word, context)))]
  const call = parseArgv(tool, argv)
  const found = claim(effectsOf(tool, call, UNKNOWN_WORDS), argv)
  const folders = foldersOf(found.paths, call, context)
  const folder = folders.call.at(-1)
  const isOwn = found.loss === 'narrow' ? context.isMadeHere : undefined
  const paths = found.paths.map((use) => withOwner({ ...use, ...placed(use, folders, context) }, isOwn))
  const beside = besideSinks(tool, call, found, context)
  const sends = found.stdin?.kind === 'sent' && isFed(context.stdin)
  const stated = sends ? worsen(beside, SENDS) : beside
  const changesProtected = protectedIn(stated, paths, context)
  const effects = changesProtected === undefined ? stated : { ...stated, destructive: true }
  const remote = remoteOf(call, found)
  const facts = { words, tool, call, found, effects, paths, folder, remote }
  return {
    ...facts,
    changesProtected,
    asksForHelp: asksForHelp(words, call, found),
    isCertainlyDestructive: found.own.destructive === true && isCertain(words, tool, call),
    sendsSecret: sendsSecret(facts, context.stdin),
    showsSecret: secretShown(facts, { ...context, cwd: folder }),
  }
}

/** Gives a device in a word the name that descriptions know: `--files0-from=/dev//stdin`. */
function usuallyWritten(word: Word, places: Surroundings): Word {
  const text = literalOf(word)
  if (text === undefined || !/(?:dev|proc)\//.test(`${places.cwd}/${text}`)) return word
  // The path is the word, the value of an option, or attached to the letter of one.
  for (const start of [text.startsWith('-') ? -1 : 0, text.indexOf('=') + 1, text.search(/[./]/)]) {
    const path = start === -1 ? undefined : standardPlace(resolvePath(text.slice(start), places), places.home)
    if (path !== undefined) return literal(text.slice(0, start) + path)
  }
  return word
}

/**
 * An ordinary file that the line made is its own if it is deleted. That does not apply to a whole folder: if `src` is
 * one, `echo x > src` makes nothing, and `rm -rf src` deletes it.
 */
function withOwner(path: PathFact, isMadeHere: CallContext['isMadeHere']): PathFact {
  const isLost = path.kind === 'other' && path.access?.includes('delete') === true
  return isLost && isMadeHere?.(path.path) === true ? { ...path, kind: 'own' } : path
}

/** Its input is sent elsewhere, and may be anything: a request, a command. */
const SENDS: Effects = { network: true, idempotent: false, reversible: false, modifies: ['remote'] }

/** In an editor that takes the terminal, the user makes the changes. */
function protectedIn(effects: Effects, paths: readonly PathFact[], places: Surroundings) {
  const isChanging = effects.filesystem?.write !== false || effects.filesystem.delete !== false
  if (!isChanging || effects.interactive?.tty === true) return undefined
  for (const { path, access } of paths) {
    const why = isChanged({ access }) ? protectionOf(path, places) : undefined
    if (why !== undefined) return { path, why }
  }
  return undefined
}

/** The effects without those of options that write to a sink: `sort -o /dev/null`. */
function besideSinks(tool: AtipTool, call: ParsedCall, found: CallEffects, places: Surroundings): Effects {
  const uses = call.uses.filter(({ parameter, words }) => {
    const value = parameter['x-atip']?.value
    const isWritten = value?.kind === 'path' && value.access?.join() === 'write'
    return !isWritten || words.length === 0 || !words.every((word) => classOfPath(decode(word), places) === 'sink')
  })
  return uses.length === call.uses.length ? found.own : effectsOf(tool, { ...call, uses }, UNKNOWN_WORDS).own
}

/** Whether it destroys even if `$(…)` is only a name or a number, as in `tar cf backup-$(date +%F).tar src`. */
function isCertain(words: readonly Word[], tool: AtipTool, call: ParsedCall): boolean {
  if (!words.some((word) => opacityOf(encode(word)) !== false) || words.some(isForeign)) return true
  return effectsOf(tool, call, { isOpaque: () => false }).own.destructive === true
}

/**
 * A program that does not know the word rejects it. No other word may be given, because some programs complain and
 * continue. A program that runs its arguments could run the word as a command.
 */
function asksForHelp(words: readonly Word[], call: ParsedCall, found: CallEffects): boolean {
  if (found.runs.length > 0 || found.stdin?.kind === 'code' || found.doubts.some(isAboutDescription)) return false
  if (words.length === 2 && literalOf(words[1]!) === '--version') return true
  return literalOf(words.at(-1)!) === '--help' && words.length === call.pathEnd + 2
}

function sendsSecret(
  { words, found, paths, effects }: Pick<CallFacts, 'words' | 'found' | 'paths' | 'effects'>,
  stdin: Stream,
): boolean {
  if (effects.network === true && words.some(hasSecretText)) return true
  if (effects.network === false) return false
  const isSecret = stdin.taints.has('secret') || stdin.taints.has('environment')
  const isFed = isSecret && found.stdin?.kind !== 'secret'
  return isFed || paths.some((path) => path.kind === 'secret' && isHandedOn(path))
}

/** Whether the content is passed on: not that of files it fetches or writes, nor of credentials. */
function isHandedOn({ path, access, credential }: PathFact): boolean {
  const text = textOf(path) ?? ''
  if (text.includes('://') && !text.startsWith('file:')) return false
  return credential !== true && (access === undefined || access.includes('read'))
}
