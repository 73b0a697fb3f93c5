import type { AtipTool, Authentication, Effects, Pattern } from '@atip/protocol'
import type { PrimeDefinition } from '../../define/types.js'
import type { OwnWords } from './questions.js'

/** What an author declares beyond what the program's own objects say. */
export interface AgentifyOptions {
  name?: string
  version?: string
  description?: string
  homepage?: string
  /** The effects of commands, by path: `{ 'remote add': { network: true } }`; `''` is the program's own command. */
  effects?: Readonly<Record<string, Effects>>
  /** Example lines, by path. */
  examples?: Readonly<Record<string, readonly string[]>>
  authentication?: Authentication
  patterns?: readonly Pattern[]
  /** Answers to `prime`. */
  prime?: PrimeDefinition
  /** How long a call may take, such as `60s`; without it there is no limit. */
  timeout?: string
}

/** Recognises programs of one framework and lets tooli answer for them. It never imports the framework. */
export interface Framework<P> {
  /** Tests the shape: a framework may be installed several times, and tooli imports none of the copies. */
  is(program: unknown): program is P
  /**
   * Makes the program answer when it would parse its arguments, so that all commands are defined, unless
   * `answer.isOurs` returns false. Returns the program or its replacement, which the author continues with.
   */
  takeOver(program: P, answer: Answer): P
}

/**
 * Answers a line for tooli. `now` and `soon` end the process, so no code of the program runs after them. They fill in
 * empty names, versions and descriptions.
 */
export interface Answer {
  /** The word that tooli answers: `--agent`, `prime`. */
  readonly word: string
  /** Whether tooli answers the line, given the words that the program reads itself. */
  isOurs(own: OwnWords): boolean
  /** For synchronous parsers, whose caller would continue with their result. */
  now(tool: AtipTool): never
  /** For asynchronous parsers. The promise never settles. */
  soon(tool: AtipTool | Promise<AtipTool>): Promise<never>
}

/** The input of an answer: plain data, so that another process can answer. */
export interface Asked {
  tool: AtipTool
  words: readonly string[]
  options: AgentifyOptions
  program: Program
}

/** The command line that starts this program again, without a shell; undefined if it was not started from a file. */
export type Program = readonly [file: string, ...args: string[]] | undefined
