import type { AtipTool, Authentication, Effects, Pattern } from '@atip/protocol'
import type { PrimeDefinition } from '../define/types.js'

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
   * unless it uses `answer.word` itself. Returns what the author goes on with: the program, or what stands for it.
   */
  takeOver(program: P, answer: Answer): P
}

/** The way out for a line that asks for us. Both end the process; nothing of the program runs after them. */
export interface Answer {
  /** The first word of the line: `--agent`, `prime`. */
  readonly word: string
  /** For parsers that return at once, and whose caller would go on with what they return. */
  now(tool: AtipTool): never
  /** For parsers that are waited for. The promise never settles. */
  soon(tool: AtipTool | Promise<AtipTool>): Promise<never>
}
