import type { Io } from '../../call/io.js'
import type { CliDefinition, CommandMap } from '../../define/types.js'
import { complete } from './complete.js'
import { completeDynamic } from './dynamic.js'
import { readRequest, renderCandidates, type Request } from './protocol.js'
import { completionTreeOf } from './tree.js'
import type { Candidates, CompletionTree } from './types.js'

/**
 * Answers a completion script: `args` are the words after `__complete`. Never throws; errors give an empty answer. A
 * slow `complete` may still be running afterwards, so the process should print the answer and exit.
 */
export async function answerCompletion(
  cli: CliDefinition<CommandMap>,
  args: readonly string[],
  io: Io,
  tree?: CompletionTree,
): Promise<string> {
  try {
    const request = readRequest(args)
    return request === undefined ? '' : renderCandidates(await candidatesFor(cli, request, io, tree), request)
  } catch {
    return ''
  }
}

async function candidatesFor(
  cli: CliDefinition<CommandMap>,
  { words, typed, bash }: Request,
  io: Io,
  known: CompletionTree | undefined,
): Promise<Candidates> {
  if (bash?.isRedirection === true) return { words: [], more: { from: 'files', prefix: '', value: typed } }
  const tree = known ?? (await completionTreeOf(cli, words))
  const candidates = complete(tree, words, typed)
  if (candidates.more?.from !== 'dynamic') return candidates
  return { words: [...candidates.words, ...(await completeDynamic(cli, candidates.more, words, io))] }
}
