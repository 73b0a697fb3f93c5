import type { AtipTool, CallEffects, ParsedCall } from '@atip/protocol'
import { fileKey } from '../shell/redirects.js'
import type { Scope } from '../shell/scope.js'
import { UNKNOWN, type Stream } from '../shell/stream.js'
import type { SimpleCommand } from '../shell/walk.js'

/** A simple command, with what is known about its program. */
export interface Seen extends SimpleCommand {
  tool?: AtipTool
  call?: ParsedCall
  found?: CallEffects
}

/** What is in a file, if this very line put it there. */
export function contentOf(path: string, { scope, stdin }: SimpleCommand): Stream {
  if (path === '-' || path === '/dev/stdin' || path === '/dev/fd/0') return stdin
  return scope.descriptors.get(path) ?? scope.files.get(fileKey(path, scope)) ?? UNKNOWN
}

/**
 * `sh -c LINE NAME WORDS…`, `sh FILE WORDS…` and `sh -s WORDS…`: what that shell is called, and its positional parameters.
 */
export function operandsIn({ uses }: ParsedCall): string[] | undefined {
  const operands = uses.filter(({ kind }) => kind === 'argument').flatMap(({ words }) => words)
  if (operands.length === 0) return undefined
  const isNameless = uses.some(({ kind, parameter }) => kind === 'option' && parameter.name === 's')
  return isNameless ? ['sh', ...operands] : operands
}

/** Files that hold what another machine sent: those it names for output, or what the address ends in. */
export function filesFetched({ found, call }: Required<Seen>): string[] {
  const { network, filesystem } = found.own
  if (network !== true || filesystem?.write !== true) return []
  const named = found.paths.filter(({ access }) => access?.includes('write') === true).map(({ path }) => path)
  const addresses = call.uses.flatMap(({ words }) => words.filter((word) => word.includes('://')))
  return [
    ...named,
    ...addresses.map((address) =>
      address
        .replace(/[?#].*$/s, '')
        .split('/')
        .at(-1)!,
    ),
  ].filter(Boolean)
}

/** What an interpreter takes its files for: the language it reads from standard input. */
export function languageOf(tool: AtipTool): string {
  const stdin = tool.commands?.['']?.['x-atip']?.stdin
  return [stdin ?? []].flat().find(({ kind }) => kind === 'code')?.language ?? 'shell'
}

export function assignmentIn(word: string): { name: string; value: string } | undefined {
  const match = /^([A-Za-z_]\w*)\+?=/.exec(word)
  return match === null ? undefined : { name: match[1]!, value: word.slice(match[0].length) }
}

/** What a wrapper such as env sets for the command it runs. */
export function environmentIn({ uses }: ParsedCall): { name: string; value: string }[] {
  return uses
    .filter(({ parameter }) => parameter['x-atip']?.value?.kind === 'environment')
    .flatMap(({ words }) => words.map(assignmentIn).filter((one) => one !== undefined))
}

/** Variables that may be in the environment of what runs, by their name: only a shell knows which are exported. */
export function capitals(scope: Scope | undefined): string[] {
  return scope === undefined
    ? []
    : [...scope.variables.keys()].filter((name) => /^[A-Z_]+[A-Z0-9_]*$/.test(name) && name !== 'HOME')
}
