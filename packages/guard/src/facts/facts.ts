import type { AtipTool, CallEffects, Effects, ParsedCall, PathAccess, PathUse } from '@atip/protocol/calls'
import type { Word } from '../shell/word.js'
import type { PathClass } from './path-class.js'

/** What one call does, as far as that is known before it runs. Every decision rests on this and on nothing else. */
export interface CallFacts {
  words: readonly Word[]
  tool: AtipTool
  call: ParsedCall
  /** What the description says of the call. Its texts are encoded words. */
  found: CallEffects
  /** The call's own effects, without what it runs in turn, and without writing to where nothing is kept. */
  effects: Effects
  paths: readonly PathFact[]
  /** The folder in which it works; undefined if that is not known. */
  folder: string | undefined
  /** It is asked for its help or version, and for nothing else. */
  asksForHelp: boolean
  /** To whom it talks over the network. */
  remote: Remote
  /** It destroys something whatever the unknown words are. */
  isCertainlyDestructive: boolean
  /** A file that it changes although the system, the account or an agent depends on it, and why. */
  changesProtected: { path: Word; why: string } | undefined
  /** It hands a secret to another machine. */
  sendsSecret: boolean
  /** Why what it shows may be a secret. */
  showsSecret: string | undefined
}

/**
 * `account`: the service the user is logged in to, as the user. `loopback`: this machine. `elsewhere`: a host that the line
 * names, another identity, or it is not known to whom.
 */
export type Remote = 'no' | 'loopback' | 'account' | 'elsewhere'

export interface PathFact extends Omit<PathUse, 'path'> {
  path: Word
  kind: PathClass
}

export function isChanged({ access }: { access?: readonly PathAccess[] | undefined }): boolean {
  return access?.some((one) => one === 'write' || one === 'delete') === true
}

/** It changes files, and names each of them: where nothing is named, the place is not known. */
export function namesAllChanged({ found, paths }: Pick<CallFacts, 'found' | 'paths'>): boolean {
  return found.unplaced === undefined && paths.some(isChanged)
}
