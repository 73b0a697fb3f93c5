import type { Io } from '../call/io.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { describeTool } from '../describe/agent.js'
import { FORMAT_OF_WORD, inFormat } from '../describe/other-formats.js'
import { EXIT } from '../errors/error.js'
import { printDocument } from '../manifest/answer.js'

/** Prints the description in another format, if the word requests one that the tool offers. */
export async function answerInFormat(
  cli: CliDefinition<CommandMap>,
  word: string,
  io: Io,
): Promise<number | undefined> {
  const format = Object.hasOwn(FORMAT_OF_WORD, word) ? FORMAT_OF_WORD[word] : undefined
  if (format === undefined || cli.formats?.includes(format) !== true) return undefined
  io.write(printDocument(inFormat(await describeTool(cli), format)))
  return EXIT.ok
}
