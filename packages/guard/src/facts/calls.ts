import type { AtipTool, ParsedCall } from '@atip/protocol/calls'
import { environmentWord, type GivenAssignment } from '../shell/assignment-word.js'
import { isSourcing } from '../shell/builtin-kinds.js'
import { decode } from '../shell/encoded.js'
import { isFed, type Stream, type Taint } from '../shell/stream.js'
import type { Word } from '../shell/word.js'
import type { CallFacts, PathFact } from './facts.js'

/** Files with data from another machine. Builds of the project do not count: their output is made of its code. */
export function filesFetched({ effects, paths, found }: CallFacts): Word[] {
  if (effects.network !== true || effects.filesystem?.write !== true || found.reach !== undefined) return []
  return paths.filter(({ access }) => access?.includes('write') === true).map(({ path }) => path)
}

/**
 * The origins of what a call writes into files; undefined if it brings nothing into them, as `chmod` and formatters of
 * the project do not.
 */
export function contentBrought(
  { effects, paths, found }: CallFacts,
  stdin: Stream,
  contentOf: (path: Word) => Stream,
): readonly Taint[] | undefined {
  const read = paths.filter(({ access }) => access?.includes('read') !== false)
  const taints = [
    ...read.map(({ path }) => contentOf(path).taints),
    ...(found.stdin === undefined ? [] : [stdin.taints]),
  ]
  const foreign = (['network', 'decoded'] as const).filter((taint) => taints.some((one) => one.has(taint)))
  if (foreign.length > 0) return foreign
  const isFromInput = found.stdin !== undefined && isFed(stdin)
  const isFromElsewhere = effects.network !== false || effects.subprocess !== false || found.runs.length > 0
  return found.reach === undefined && (read.length > 0 || isFromInput || isFromElsewhere) ? [] : undefined
}

/**
 * Outputs of a project build, and created folders if they are certainly new: files in a folder that was there before
 * are not the line's. A file that is edited in place was there before, too.
 */
export function filesBuilt({ effects, paths, found, call }: CallFacts, isNew: (path: Word) => boolean): Word[] {
  const makesFolders = effects.creates?.includes('folders') === true
  if (effects.destructive === true || (found.reach === undefined && !makesFolders)) return []
  const options = new Set(call.uses.filter(({ kind }) => kind === 'option').map(({ parameter }) => parameter.name))
  const isOutput = ({ access, parameter }: PathFact) =>
    access?.length === 1 && access[0] === 'write' && (makesFolders || options.has(parameter))
  return paths.filter((path) => isOutput(path) && (!makesFolders || isNew(path.path))).map(({ path }) => path)
}

/** The language that an interpreter reads from stdin, and so from files. Files of other tools may be anything. */
export function languageOf(tool: AtipTool): string {
  if (isSourcing(tool.name)) return 'shell'
  const stdin = tool.commands?.['']?.['x-atip']?.stdin
  return [stdin ?? []].flat().find(({ kind }) => kind === 'code')?.language ?? 'code'
}

/** The language of code in a file whose option replaces an argument that is code: `jq -f FILE`. */
export function languageInstead({ commands = {} }: AtipTool, option: string): string | undefined {
  const rules = Object.values(commands)
    .flatMap(({ arguments: given = [] }) => given.map((argument) => argument['x-atip']))
    .flatMap((rule) => (rule === undefined ? [] : [rule, ...(rule.cases ?? [])]))
  const replaced = rules.find(({ value, when }) => value?.kind === 'code' && when?.without?.includes(option) === true)
  return replaced?.value?.kind === 'code' ? replaced.value.language : undefined
}

/** The variables that a wrapper such as env sets for the command it runs. */
export function environmentIn({ uses }: ParsedCall): Omit<GivenAssignment, 'appends'>[] {
  return uses
    .filter(({ parameter }) => parameter['x-atip']?.value?.kind === 'environment')
    .flatMap(({ words }) => words.map((word) => environmentWord(decode(word))).filter((one) => one !== undefined))
}
