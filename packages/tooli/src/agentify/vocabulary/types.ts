import type { AtipTool, Authentication, Effects, Pattern } from '@atip/protocol'
import type { PrimeDefinition } from '../../define/types.js'
import type { OwnWords } from './questions.js'

/** What an author tells about a program that the program's own objects do not know. */
export interface AgentifyOptions {
  name?: string
  version?: string
  description?: string
  homepage?: string
  /** What commands do, by path: `{ 'remote add': { network: true } }`; `''` is the program's own command. */
  effects?: Readonly<Record<string, Effects>>
  /** Lines to learn from, by path. */
  examples?: Readonly<Record<string, readonly string[]>>
  authentication?: Authentication
  patterns?: readonly Pattern[]
  /** Answers to `prime`. */
  prime?: PrimeDefinition
  /** How long a call may take, such as `60s`; without it there is no limit. */
  timeout?: string
}

/** How a program of one framework is recognised and made to let us answer. None of it imports the framework. */
export interface Framework<P> {
  /** By its shape: several copies of a framework may be installed, and ours is none of them. */
  is(program: unknown): program is P
  /**
   * Makes the program answer at the moment when it would parse its words, so that commands added until then are seen;
   * unless `answer.isOurs` says that the line is its own. Returns what the author goes on with: the program, or what
   * stands for it.
   */
  takeOver(program: P, answer: Answer): P
}

/**
 * The way out for a line that asks for us. `now` and `soon` end the process; nothing of the program runs after them. A
 * description may leave the tool's name and version, and descriptions, empty: they are filled in.
 */
export interface Answer {
  /** The word that asks: `--agent`, `prime`. */
  readonly word: string
  /** Whether the program leaves the line to us, given the words that it reads itself. */
  isOurs(own: OwnWords): boolean
  /** For parsers that return at once, and whose caller would go on with what they return. */
  now(tool: AtipTool): never
  /** For parsers that are waited for. The promise never settles. */
  soon(tool: AtipTool | Promise<AtipTool>): Promise<never>
}

/** Everything that an answer is made of: plain data, so that another process can give it. */
export interface Asked {
  tool: AtipTool
  words: readonly string[]
  options: AgentifyOptions
  program: Program
}

/** How this program is started again, without a shell; undefined if it was not started from a file. */
export type Program = readonly [file: string, ...args: string[]] | undefined
