import type { Effects } from '@atip/protocol'
import type { AnySchema, JsonSchema, StandardSchema } from '../schema/standard.js'
import type { Context } from './context.js'

/**
 * What commands share: options, and middleware around them. A tool, a group or a command `use`s it. `X` is added to the
 * context; `SO` and `SI` are the output and input of the options.
 */
export interface Shared<X = {}, SO = {}, SI = {}> {
  readonly links: readonly Link[]
  readonly use: AddShared<X, SO, SI>
  /** Exists only for the compiler. */
  readonly '~context': X
  readonly '~options': SO
  readonly '~input': SI
}

// oxlint-disable-next-line typescript/no-explicit-any -- whatever it shares
export type AnyShared = Shared<any, any, any>

/** One part of what is shared. A link that several levels use takes effect once. */
export interface Link {
  readonly options?: AnySchema
  readonly run?: AnyMiddleware
}

/** Adds options or a middleware to what is shared. */
export interface AddShared<X, SO, SI> {
  <O, I>(options: StandardSchema<I, O>): Shared<X, SO & O, SI & I>
  <A extends object = {}>(run: Middleware<X, SO, A>): Shared<X & A, SO, SI>
  (options: JsonSchema): Shared<X, SO & Record<string, unknown>, SI & Record<string, unknown>>
}

/**
 * Code around a command. It calls `next` with additions to the context and returns the result, or it returns another `{
 * data }`. `A` is the type of the additions.
 */
export type Middleware<X = {}, SO = {}, A = {}> = (call: MiddlewareCall<X, SO>, next: Next) => Promise<Passed<A>>

// oxlint-disable-next-line typescript/no-explicit-any -- whatever it adds
export type AnyMiddleware = Middleware<any, any, any>

/** The call as a middleware sees it: checked, confirmed, about to run. */
export interface MiddlewareCall<X = {}, SO = {}> {
  readonly command: CalledCommand
  readonly args: Readonly<Record<string, unknown>>
  /** The shared options, and those of the command. */
  readonly options: SO & Readonly<Record<string, unknown>>
  readonly ctx: Context & X
}

export interface CalledCommand {
  readonly tool: string
  readonly version: string
  readonly path: readonly string[]
  readonly effects: Effects
}

export type Next = <A extends object = {}>(added?: A) => Promise<Passed<A>>

/** The result of a command; for a stream undefined, after the last entry was sent. */
export interface Passed<A = {}> {
  readonly data: unknown
  readonly '~added'?: A
}

/** Everything about a group except its commands. */
export interface GroupSettings {
  description?: string
  /** Options and middleware for all commands in it. */
  use?: AnyShared
}

const SETTINGS: unique symbol = Symbol.for('tooli.group')

/** Enumerable, so that a copy of the map does not lose its middleware. */
export function withSettings<C extends object>(map: C, settings: GroupSettings): C {
  return { ...map, [SETTINGS]: settings }
}

export function settingsOf(map: object): GroupSettings {
  return (map as { [SETTINGS]?: GroupSettings })[SETTINGS] ?? {}
}
