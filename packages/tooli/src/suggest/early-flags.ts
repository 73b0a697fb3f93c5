import { closest } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import type { GroupModel } from '../model/model.js'
import { withInner } from '../model/parameters.js'
import { takesValue } from '../model/to-atip.js'
import { loadCommand } from '../model/tree.js'
import { findTarget, optionsBefore } from '../parse/find-node.js'

/** A flag as it is written, whether the command or the framework has it. */
export interface KnownFlag {
  readonly flags: readonly string[]
  readonly takesValue: boolean
  readonly hidden?: boolean | undefined
}

/** The flags that can be written before a command's name: those that its commands share, and those of every command. */
export async function flagsBefore(group: GroupModel): Promise<KnownFlag[]> {
  const own = withInner(await optionsBefore(group))
  return [
    ...own.map((option) => ({ flags: option.flags, takesValue: takesValue(option), hidden: option.hints.hidden })),
    ...group.scope.flags.map(({ flags, type, hidden }) => ({ flags, takesValue: type !== 'boolean', hidden })),
  ]
}

/** The index of the first word that looks like a flag but is none of these. */
export function strangeFlag(known: readonly KnownFlag[], words: readonly string[], end = words.length) {
  for (let index = 0; index < end && words[index] !== '--'; index++) {
    const word = words[index]!
    if (!word.startsWith('-') || word === '-') continue
    const taker = lastFlagOf(known, word)
    if (taker === undefined) return index
    if (taker.takesValue && !word.includes('=')) index++
  }
  return undefined
}

/** The flag of a word, or the last letter of a bundle; undefined if one is unknown. */
function lastFlagOf(known: readonly KnownFlag[], word: string): KnownFlag | undefined {
  const flagOf = (name: string) => known.find(({ flags }) => flags.includes(name))
  if (word.startsWith('--')) return flagOf(word.split('=')[0]!)
  let last: KnownFlag | undefined
  for (const [place, letter] of Array.from(word.slice(1)).entries()) {
    last = flagOf(`-${letter}`)
    if (last === undefined) return undefined
    // The rest of the word is its value.
    if (last.takesValue && place < word.length - 2) return { ...last, takesValue: false }
  }
  return last
}

/** The names of flags in the long form, except hidden ones. */
export function longNames(flags: readonly Pick<KnownFlag, 'flags' | 'hidden'>[]): string[] {
  return flags
    .filter(({ hidden }) => hidden !== true)
    .flatMap(({ flags: names }) => names)
    .filter((name) => name.startsWith('--'))
}

/** Corrects a flag before the command's name: it is misspelt, or belongs after the name. */
export async function fixFlag(
  cli: CliDefinition<CommandMap>,
  group: GroupModel,
  line: readonly string[],
  end: number | undefined,
): Promise<string[] | undefined> {
  const known = await flagsBefore(group)
  const index = strangeFlag(known, line, end)
  if (index === undefined) return undefined
  const [flag, ...value] = line[index]!.split('=')
  const moved = await afterName(cli, line, index, flag!)
  if (moved !== undefined) return moved
  const likely = flag!.startsWith('--') ? closest(flag!, longNames(known)) : undefined
  return likely === undefined ? undefined : line.with(index, [likely, ...value].join('='))
}

/** The line with the flag, and its value if it takes one, after the name of the command or group that has it. */
async function afterName(cli: CliDefinition<CommandMap>, line: readonly string[], index: number, flag: string) {
  const hasValue = line[index]!.includes('=')
  for (const count of hasValue ? [1] : [1, 2]) {
    const rest = line.toSpliced(index, count)
    const { node, stranger } = await findTarget(cli, rest)
    if (stranger !== undefined) continue
    const found = node.kind === 'lazy' ? await loadCommand(node) : node
    const option = withInner(found.parameters).find(({ flags }) => flags.includes(flag))
    if (option !== undefined && (hasValue || takesValue(option) === (count === 2))) return moveToEnd(line, index, count)
  }
  return undefined
}

/** Moves words to the end of the line, or before `--`. */
export function moveToEnd(line: readonly string[], index: number, count: number): string[] {
  const rest = line.toSpliced(index, count)
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length
  return rest.toSpliced(end, 0, ...line.slice(index, index + count))
}
