import type { CliDefinition, CommandMap } from '../../define/types.js'
import type { CommandModel, NodeModel } from '../../model/model.js'
import { withInner } from '../../model/parameters.js'
import { loadCommand, ownCommandOf, ownOf, rootOf } from '../../model/tree.js'
import { guardProcess } from '../../program/guard.js'
import type { Candidate, DynamicSource } from './types.js'

const TIME_LIMIT_MS = 2000

/**
 * Calls the `complete` function of one parameter. Errors, timeouts and invalid results give no candidates. Its output
 * goes to stderr, which the shell scripts discard.
 */
export async function completeDynamic(
  cli: CliDefinition<CommandMap>,
  { path, key, prefix, value }: DynamicSource,
  timeLimit: number = TIME_LIMIT_MS,
): Promise<Candidate[]> {
  const release = guardProcess()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<[]>((resolve) => {
    timer = setTimeout(resolve, timeLimit, [])
  })
  try {
    const values: unknown = await Promise.race([valuesOf(cli, path, key, value), late])
    const strings = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : []
    return [...new Set(strings)].filter((one) => one.startsWith(value)).map((one) => ({ word: prefix + one }))
  } catch {
    return []
  } finally {
    clearTimeout(timer)
    release()
  }
}

async function valuesOf(cli: CliDefinition<CommandMap>, path: string[], key: string, typed: string): Promise<unknown> {
  const model = await modelAt(cli, path)
  const parameter = withInner(model?.parameters ?? []).find((candidate) => candidate.key === key)
  const ask = parameter?.form.items?.['x-cli']?.complete ?? parameter?.hints.complete
  return ask?.(typed)
}

async function modelAt(cli: CliDefinition<CommandMap>, path: string[]): Promise<CommandModel | undefined> {
  if (path.length === 0 && cli.command !== undefined) return ownCommandOf(cli)
  let node: NodeModel | undefined = rootOf(cli)
  for (const name of path) node = node?.kind === 'group' ? node.children.get(name) : undefined
  if (node?.kind === 'group') node = ownOf(node)
  if (node?.kind === 'lazy') return loadCommand(node)
  return node?.kind === 'command' ? node : undefined
}
