import { forProvider } from '../provider.js'
import type { Provider } from '../types.js'
import { answerTo, type ProviderAnswer, type CallOrId, type ResultOptions } from './answer.js'
import { RESULT_FORMATS, type ResultFormat } from './formats.js'
import type { ResultMessage } from './messages.js'

/** The result of one call in its provider's format. Text is sent verbatim (decision 39). */
export function handleToolResult<P extends Provider>(
  provider: P,
  call: CallOrId,
  result: unknown,
  options?: ResultOptions,
): ResultMessage<P> {
  return write(provider, [answerTo(call, result, options)])[0]!
}

export interface ToolResult extends ResultOptions {
  call: CallOrId
  result: unknown
}

/** The results of parallel calls as the messages to append: one for all, if the provider wants that. */
export function handleToolResults<P extends Provider>(provider: P, results: readonly ToolResult[]): ResultMessage<P>[] {
  return write(
    provider,
    results.map(({ call, result, ...options }) => answerTo(call, result, options)),
  )
}

function write<P extends Provider>(provider: P, answers: readonly ProviderAnswer[]): ResultMessage<P>[] {
  const format = forProvider(RESULT_FORMATS, provider) as ResultFormat<ResultMessage<P>>
  if ('one' in format) return answers.map(format.one)
  return answers.length === 0 ? [] : [format.all(answers)]
}
