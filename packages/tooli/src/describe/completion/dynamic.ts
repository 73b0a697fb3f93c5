import { own } from '../../call/input.js'
import type { Io } from '../../call/io.js'
import type { CliDefinition, CommandMap } from '../../define/types.js'
import type { CommandModel, GroupModel, NodeModel, ParameterModel } from '../../model/model.js'
import { withInner } from '../../model/parameters.js'
import { loadCommand, ownCommandOf, ownOf, rootOf } from '../../model/tree.js'
import { fromElsewhere } from '../../parse/gather-input.js'
import { readLine } from '../../parse/read-line.js'
import { guardProcess } from '../../program/guard.js'
import type { GivenValues } from '../../schema/form.js'
import type { Candidate, DynamicSource } from './types.js'

const TIME_LIMIT_MS = 2000

/**
 * Calls the `complete` function of one parameter. Errors, timeouts and invalid results give no candidates. Its output
 * goes to stderr, which the shell scripts discard.
 */
export async function completeDynamic(
  cli: CliDefinition<CommandMap>,
  { path, key, prefix, value }: DynamicSource,
  words: readonly string[],
  io: Io,
  timeLimit: number = TIME_LIMIT_MS,
): Promise<Candidate[]> {
  const release = guardProcess()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<[]>((resolve) => {
    timer = setTimeout(resolve, timeLimit, [])
  })
  try {
    const values: unknown = await Promise.race([valuesOf(cli, path, key, value, words, io), late])
    const strings = Array.isArray(values) ? values.filter((one) => typeof one === 'string') : []
    return [...new Set(strings)].filter((one) => one.startsWith(value)).map((one) => ({ word: prefix + one }))
  } catch {
    return []
  } finally {
    clearTimeout(timer)
    release()
  }
}

async function valuesOf(
  cli: CliDefinition<CommandMap>,
  path: string[],
  key: string,
  typed: string,
  words: readonly string[],
  io: Io,
): Promise<unknown> {
  const node = await nodeAt(cli, path)
  const parameter = withInner(node?.parameters ?? []).find((candidate) => candidate.key === key)
  const ask = parameter?.form.items?.['x-cli']?.complete ?? parameter?.hints.complete
  return ask?.(typed, node?.kind === 'command' ? await givenValues(cli, node, words, io) : { args: {}, options: {} })
}

/** What the words before the cursor, the environment and the configuration say, and the defaults. */
async function givenValues(
  cli: CliDefinition<CommandMap>,
  model: CommandModel,
  words: readonly string[],
  io: Io,
): Promise<GivenValues> {
  // A wrong value elsewhere is no reason to offer nothing.
  const elsewhere = await fromElsewhere(cli, model, io).catch(() => ({}))
  const values: Record<string, unknown> = { ...elsewhere, ...readLine(cli.name, model, words).given }
  const of = (kind: ParameterModel['kind']) =>
    Object.fromEntries(
      model.parameters.flatMap((one) => {
        const value = own(values, one.key) ?? one.form.default
        return one.kind === kind && value !== undefined ? [[one.key, value]] : []
      }),
    )
  return { args: of('argument'), options: of('option') }
}

/** The command, or the group whose commands share the option. */
async function nodeAt(cli: CliDefinition<CommandMap>, path: string[]): Promise<CommandModel | GroupModel | undefined> {
  if (path.length === 0 && cli.command !== undefined) return ownCommandOf(cli)
  let node: NodeModel | undefined = rootOf(cli)
  for (const name of path) node = node?.kind === 'group' ? node.children.get(name) : undefined
  if (node?.kind === 'group') node = ownOf(node) ?? node
  return node?.kind === 'lazy' ? loadCommand(node) : node
}
