import type { AtipTool, CallEffects, Effects, ParsedCall, PathAccess, PathUse } from '@atip/protocol/calls'
import type { Word } from '../shell/word.js'
import type { PathClass } from './path-class.js'

/** What one call does, as far as it is known before it runs. Every decision rests on this alone. */
export interface CallFacts {
  words: readonly Word[]
  tool: AtipTool
  call: ParsedCall
  /** The effects by the description. Its texts are encoded words. */
  found: CallEffects
  /** The call's own effects, without the commands that it runs, and without writing to sinks. */
  effects: Effects
  paths: readonly PathFact[]
  /** The folder in which it works; undefined if unknown. */
  folder: string | undefined
  /** It only asks for help or the version. */
  asksForHelp: boolean
  /** Whom it contacts over the network. */
  remote: Remote
  /** It destroys something, whatever the unknown words turn out to be. */
  isCertainlyDestructive: boolean
  /** A file that it changes although the system, the account or an agent depends on it, and why. */
  changesProtected: { path: Word; why: string } | undefined
  /** It sends a secret to another machine. */
  sendsSecret: boolean
  /** Why its output may be a secret. */
  showsSecret: string | undefined
}

/**
 * `account`: the service the user is logged in to, as the user. `loopback`: this machine. `elsewhere`: a host that the
 * line names, another identity, or unknown.
 */
export type Remote = 'no' | 'loopback' | 'account' | 'elsewhere'

export interface PathFact extends Omit<PathUse, 'path'> {
  path: Word
  kind: PathClass
}

export function isChanged({ access }: { access?: readonly PathAccess[] | undefined }): boolean {
  return access?.some((one) => one === 'write' || one === 'delete') === true
}

/** Whether it changes files and names all of them. Without any name, the place is unknown. */
export function namesAllChanged({ found, paths }: Pick<CallFacts, 'found' | 'paths'>): boolean {
  return found.unplaced === undefined && paths.some(isChanged)
}
