import type { Io } from '../call/io.js'
import type { CallOptions, CliDefinition, Command, CommandMap, MaybeCommand } from '../define/types.js'
import { checkNames } from '../model/check-names.js'
import { runCli } from '../program/run-cli.js'
import type { StandardTypes } from '../schema/standard.js'

/** Any tool, for code that does not know its commands. */
export interface AnyCli {
  readonly definition: CliDefinition<CommandMap>
  /** Runs a command line, by default this process's own, and sets the exit code. Never throws. */
  run(words?: readonly string[], io?: Io): Promise<number>
}

/** A tool: run it as a program, or call its commands. */
export interface Cli<C extends CommandMap = CommandMap, M extends MaybeCommand = MaybeCommand> extends AnyCli {
  readonly definition: CliDefinition<C, M>
  /** Calls a command by its path, words separated by spaces, in this process; `''` is the program's own command. */
  call<P extends CommandPath<C> | OwnPath<M>>(
    path: P,
    input: TypesAt<C, M, P>['input'],
    options?: CallOptions,
  ): Promise<TypesAt<C, M, P>['output']>
}

/** The paths of all commands in a map: `'find-files' | 'remote add'`. */
export type CommandPath<C> = string extends keyof C
  ? string
  : {
      [K in keyof C & string]: C[K] extends AnyFunction | AnyLazy
        ? K
        : C[K] extends CommandMap
          ? `${K} ${CommandPath<Omit<C[K], ''>>}` | OwnPathOf<K, C[K]>
          : never
    }[keyof C & string]

/** The command of a group under the key `''` is called by the group's path. */
type OwnPathOf<K, C> = C extends { readonly '': AnyFunction | AnyLazy } ? K : never

type OwnPath<M> = M extends AnyFunction ? '' : never

type AnyFunction = (...args: never[]) => unknown
type AnyLazy = { readonly load: () => Promise<unknown> }

type At<C, M, P> = P extends '' ? (M extends AnyFunction ? M : Loaded<C['' & keyof C]>) : Below<C, P>
type Below<C, P> = P extends keyof C
  ? Loaded<C[P] extends { readonly '': infer Own } ? Own : C[P]>
  : P extends `${infer K} ${infer Rest}`
    ? K extends keyof C
      ? Below<C[K], Rest>
      : never
    : never

/** A lazy command is its module's default export, or the only command in it. */
type Loaded<T> = T extends { readonly load: () => Promise<infer M> }
  ? M extends AnyFunction
    ? M
    : M extends { default: infer D }
      ? D
      : Extract<M[keyof M], AnyFunction>
  : T

type TypesAt<C, M, P> =
  At<C, M, P> extends Command<infer I, infer O> ? StandardTypes<I, O> : StandardTypes<Record<string, unknown>, unknown>

/** Defines a tool. Names of options are checked; nothing else is read or loaded before it is used. */
export function defineCli<const C extends CommandMap = {}, M extends MaybeCommand = undefined>(
  definition: CliDefinition<C, M>,
): Cli<C, M> {
  checkNames(definition as CliDefinition<CommandMap>)
  return {
    definition,
    run: (words, io) => runCli(definition as CliDefinition<CommandMap>, words, io),
    async call(path, input, options = {}) {
      const { callPath } = await import('../execute/call-path.js')
      return callPath(definition as CliDefinition<CommandMap>, path, input as Record<string, unknown>, options) as never
    },
  }
}
