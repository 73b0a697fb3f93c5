import type { Decision, Effects, PathAccess } from '@atip/protocol/calls'
import type { CodeFacts } from '../code/index.js'
import type { CallFacts } from '../facts/facts.js'
import type { Word } from '../shell/word.js'

export type { Decision } from '@atip/protocol/calls'

/** What is thought of one simple command, or of something the line does beside its commands. */
export interface FindingSummary {
  decision: Decision
  /** What decided, for machines: `destructive`, `unknown-program`, … */
  rule: string
  /** A sentence for people. */
  reason: string
  argv: string[]
  /** Its range in the line; undefined for commands inside text that the line runs in turn. */
  span: { start: number; end: number } | undefined
  effects?: Effects
}

/**
 * What a verdict is about: a program that is called, a file that a redirection reads or writes, a variable that is set for a
 * program, code that is given to an interpreter, a command that runs on another machine, settings of a
 * project that a program follows, or the line as a whole.
 */
export type FindingKind = 'call' | 'read' | 'write' | 'variable' | 'code' | 'elsewhere' | 'settings' | 'line'

/** A file that something reads, writes, deletes or runs; `access` is undefined where only its type says that it is a path. */
export interface TouchedPath {
  path: Word
  access: readonly PathAccess[] | undefined
}

/** A verdict with everything that the rules of a policy may ask about. */
export interface LineFinding extends FindingSummary {
  about: FindingKind
  /** The words, as far as they are known. */
  words: readonly Word[]
  /** The range of the outermost command that contains it. */
  within: FindingSummary['span']
  /** Undefined where no description is known, or where it is not about a call. */
  facts: CallFacts | undefined
  /** Of code whose whole text is known: what it does. */
  code?: CodeFacts
  /** The variable that it is about. */
  variable?: { name: string; value: Word }
  /** What is read, written or deleted, as far as it is named. */
  paths: readonly TouchedPath[]
  cwd: string | undefined
  /** Folders in which it may happen instead. */
  others?: readonly string[]
  /** Variables in its environment that the line sets. */
  assigned: readonly string[]
  /** Programs that the line built before, and folders that it made. */
  built: readonly string[]
  /** Files that the line may have copied from elsewhere. */
  copied: readonly string[]
  /** The name of the program is written as it is: no quotes, no escapes, no expansion. */
  isPlain: boolean
  /** A program without a description, which is found in the environment of the project. */
  isOfProject: boolean
  /** No rule of a policy can make this any better. */
  isFinal: boolean
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
