import { effectsOf, parseArgv, type AtipTool, type Leftover } from '@atip/protocol'

/** `no-effect`: the word is not listed, and the description says that such words change nothing. */
export type WordReading = 'understood' | 'no-effect' | 'unknown'

const NOT_LISTED: readonly Leftover['reason'][] = ['unknown-option', 'unknown-command', 'unexpected-operand']

/** How a description reads one more word of a command. The parser decides, so that abbreviations and bundles count. */
export function readingOf(tool: AtipTool, path: readonly string[], word: string): WordReading {
  const call = parseArgv(tool, [tool.name, ...path, word])
  const isWord = ({ index }: Leftover) => index > path.length
  if (!call.leftovers.some((one) => isWord(one) && NOT_LISTED.includes(one.reason))) return 'understood'
  return effectsOf(tool, call).doubts.some(isWord) ? 'unknown' : 'no-effect'
}
