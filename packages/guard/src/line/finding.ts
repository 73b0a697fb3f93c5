import type { Decision, Effects, PathAccess } from '@atip/protocol/calls'
import type { CodeFacts } from '../code/index.js'
import type { CallFacts } from '../facts/facts.js'
import type { Word } from '../shell/word.js'

export type { Decision } from '@atip/protocol/calls'

/** The judgement of one simple command, or of something that the line does beside its commands. */
export interface FindingSummary {
  decision: Decision
  /** The rule that decided, for machines: `destructive`, `unknown-program`, … */
  rule: string
  /** A sentence for the user. */
  reason: string
  argv: string[]
  /** Its range in the line; undefined for commands in text that the line runs. */
  span: { start: number; end: number } | undefined
  effects?: Effects
}

/**
 * What a finding is about: a program that is called, a file that a redirection reads or writes, a variable that is set
 * for a program, code for an interpreter, a command that runs on another machine, project settings that a program
 * follows, or the line as a whole.
 */
export type FindingKind = 'call' | 'read' | 'write' | 'variable' | 'code' | 'elsewhere' | 'settings' | 'line'

/** A file that something reads, writes, deletes or runs. Without `access`, only its type says that it is a path. */
export interface TouchedPath {
  path: Word
  access: readonly PathAccess[] | undefined
}

/** A finding with everything that the rules of a policy may test. */
export interface LineFinding extends FindingSummary {
  about: FindingKind
  /** The words, as far as they are known. */
  words: readonly Word[]
  /** The range of the outermost command around it. */
  within: FindingSummary['span']
  /** Undefined if there is no description, or if it is not about a call. */
  facts: CallFacts | undefined
  /** What code does whose whole text is known. */
  code?: CodeFacts
  /** The variable that it is about. */
  variable?: { name: string; value: Word }
  /** The files that are read, written or deleted, as far as they are named. */
  paths: readonly TouchedPath[]
  cwd: string | undefined
  /** Folders in which it may happen instead. */
  others?: readonly string[]
  /** Variables that the line sets in its environment. */
  assigned: readonly string[]
  /** Programs that the line built before, and folders that it made. */
  built: readonly string[]
  /** Files that the line may have copied from elsewhere. */
  copied: readonly string[]
  /** The name of the program is written literally: no quotes, no escapes, no expansion. */
  isPlain: boolean
  /** A program without a description that is found in the environment of the project. */
  isOfProject: boolean
  /** No rule of a policy can loosen this. */
  isFinal: boolean
  /** It is in a script on the disk, which allows nothing: a question about it counts only if a mode allows the script. */
  isOfScript?: true
}

const ORDER: readonly Decision[] = ['allow', 'ask', 'deny']

/** Whether the first is stricter than the second. */
export function isStricter(one: Decision, other: Decision): boolean {
  return ORDER.indexOf(one) > ORDER.indexOf(other)
}

/** Deny beats ask beats allow. */
export function worstDecision(decisions: Iterable<Decision>): Decision {
  let worst = 0
  for (const decision of decisions) worst = Math.max(worst, ORDER.indexOf(decision))
  return ORDER[worst]!
}
