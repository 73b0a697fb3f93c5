import type { CliDefinition, CommandMap } from '../define/types.js'
import { BUILT_IN_FLAGS } from '../model/built-in-flags.js'
import type { GroupModel, NodeModel } from '../model/model.js'
import { modelOf, rootOf } from '../model/tree.js'

export interface FoundNode {
  node: NodeModel
  /** The word that named no command, if there was one, and its place. */
  stranger: { word: string; index: number } | undefined
}

/** What a command line is about: the command it leads to, or the tool's own command, or a group. */
export function findTarget(cli: CliDefinition<CommandMap>, words: readonly string[]): FoundNode {
  const root = rootOf(cli)
  const found = findNode(root, words)
  const isOwn = cli.command !== undefined && (found.node === root || found.stranger !== undefined)
  return isOwn ? { node: modelOf(cli.command!, []), stranger: undefined } : found
}

/** Follows the words that name commands, over the flags every command has. Nothing is loaded or read for it. */
export function findNode(root: GroupModel, words: readonly string[]): FoundNode {
  let node: NodeModel = root
  for (let index = 0; index < words.length && node.kind === 'group'; index++) {
    const word = words[index]!
    if (word === '--') break
    if (word.startsWith('-') && word.length > 1) {
      if (takesNextWord(word)) index++
      continue
    }
    const child = childNamed(node, word)
    if (child === undefined) return { node, stranger: { word, index } }
    node = child
  }
  return { node, stranger: undefined }
}

function childNamed(group: GroupModel, word: string): NodeModel | undefined {
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
function takesNextWord(word: string): boolean {
  if (word.includes('=')) return false
  const flag = word.startsWith('--') ? word : `-${word.at(-1)}`
  return BUILT_IN_FLAGS.some(({ flags, type }) => type !== 'boolean' && flags.includes(flag))
}
