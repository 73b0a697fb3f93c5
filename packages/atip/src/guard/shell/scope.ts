import type { SyntaxNode } from 'unbash'
import type { Stream } from './stream.js'

/** A variable as far as its value is known; several words where it is an array. */
export type Variable = { kind: 'text'; text: string } | { kind: 'array'; words: string[] } | { kind: 'unset' }

/** What a shell remembers from one command to the next. */
export interface Scope {
  readonly variables: Map<string, Variable>
  readonly functions: Map<string, SyntaxNode>
  readonly aliases: Map<string, string>
  /** What process substitutions print, by the path that stands for them. */
  readonly descriptors: Map<string, Stream>
  /** What this very line wrote into files. */
  readonly files: Map<string, Stream>
  /** Positional parameters, if we are inside something that was called with known ones. */
  parameters: string[] | undefined
  cwd: string | undefined
  home: string
}

export function newScope(cwd: string | undefined, home: string): Scope {
  return {
    variables: new Map<string, Variable>([['HOME', { kind: 'text', text: home }]]),
    functions: new Map(),
    aliases: new Map(),
    descriptors: new Map(),
    files: new Map(),
    parameters: undefined,
    cwd,
    home,
  }
}

/** What a subshell changes is lost with it; files stay. */
export function subshellOf(scope: Scope): Scope {
  return {
    ...scope,
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
  }
}
