import type { CliDefinition, CommandMap } from '../define/types.js'
import type { CommandModel, GroupModel, LazyModel, NodeModel, ParameterModel } from '../model/model.js'
import { withInner } from '../model/parameters.js'
import { takesValue } from '../model/to-atip.js'
import { loadCommand, ownCommandOf, ownOf, rootOf } from '../model/tree.js'

export interface FoundNode {
  node: NodeModel
  /** The group, if `node` is its own command. */
  group?: GroupModel
  /** The word that named no command, if any, and its position. */
  stranger: { word: string; index: number } | undefined
}

/** The target of a command line: the command that it names, the tool's own command, or a group. */
export async function findTarget(cli: CliDefinition<CommandMap>, words: readonly string[]): Promise<FoundNode> {
  const root = rootOf(cli)
  const found = await findNode(root, words)
  const { node, stranger } = found
  if (node.kind === 'group') {
    const own = ownOf(node)
    if (own !== undefined && (stranger === undefined || (await mayTakeWords(own))))
      return { node: own, group: node, stranger: undefined }
  }
  const isOwn = cli.command !== undefined && (node === root || stranger !== undefined)
  return isOwn ? { node: ownCommandOf(cli)!, stranger: undefined } : found
}

/** For a command without arguments, a word that names no other command is a mistake. */
async function mayTakeWords(own: CommandModel | LazyModel): Promise<boolean> {
  const { parameters } = own.kind === 'lazy' ? await loadCommand(own) : own
  return parameters.some(({ kind }) => kind === 'argument')
}

/** Follows the words that name commands, and skips options with their values. */
export async function findNode(root: GroupModel, words: readonly string[]): Promise<FoundNode> {
  let node: NodeModel = root
  for (let index = 0; index < words.length && node.kind === 'group'; index++) {
    const word = words[index]!
    if (word === '--') break
    if (word.startsWith('-') && word.length > 1) {
      if (index + 1 < words.length && (await takesNextWord(word, node))) index++
      continue
    }
    const child = childNamed(node, word)
    if (child === undefined) return { node, stranger: { word, index } }
    node = child
  }
  return { node, stranger: undefined }
}

function childNamed(group: GroupModel, word: string): NodeModel | undefined {
  if (word === '') return undefined
  const exact = group.child(word)
  if (exact !== undefined) return exact
  for (const child of group.children.values()) if (aliasesOf(child).includes(word)) return child
  return undefined
}

export function aliasesOf(node: NodeModel): readonly string[] {
  if (node.kind === 'lazy') return node.lazy.aliases ?? []
  return node.kind === 'command' ? (node.command.definition.aliases ?? []) : []
}

/** `-o json`, `--output json`, and `-qo json`, where the last letter takes the value. */
async function takesNextWord(word: string, group: GroupModel): Promise<boolean> {
  if (word.includes('=')) return false
  const flag = word.startsWith('--') ? word : `-${word.at(-1)}`
  const builtIn = group.scope.flags.find(({ flags }) => flags.includes(flag))
  // A command's option cannot replace it, so nothing needs to be loaded for `tool group --help`.
  const isReserved = builtIn !== undefined && builtIn.yields !== true
  const options = isReserved ? [] : await optionsBefore(group)
  const option = withInner(options).find(({ flags }) => flags.includes(flag))
  return option === undefined ? builtIn !== undefined && builtIn.type !== 'boolean' : takesValue(option)
}

/**
 * The options allowed before a command's name. A default command is loaded, or the values of its options would pass for
 * names.
 */
export async function optionsBefore(group: GroupModel): Promise<ParameterModel[]> {
  const own = ownOf(group)
  if (own === undefined) return group.parameters
  return (own.kind === 'lazy' ? await loadCommand(own) : own).parameters
}
