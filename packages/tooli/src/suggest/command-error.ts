import { quoteLine } from '@atip/protocol'
import type { Io } from '../call/io.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, ToolError, type Suggestion } from '../errors/error.js'
import type { GroupModel } from '../model/model.js'
import { correctedLine, unknownOption } from './line-error.js'
import { flagsBefore, strangeFlag } from './early-flags.js'
import { namesIn } from './repair.js'

/** The error of a line without a command: an unknown word, or a group alone. */
export async function commandError(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  group: GroupModel,
  stranger: { word: string; index: number } | undefined,
  io: Io,
): Promise<ToolError> {
  const prefix = quoteLine([cli.name, ...group.path])
  const help = `${prefix} --help`
  const known = await flagsBefore(group)
  const index = strangeFlag(known, words, stranger?.index)
  if (index !== undefined) {
    const message = unknownOption(
      words[index]!,
      known.flatMap(({ flags }) => flags),
    )
    return flagError(prefix, words, index, message, await correctedLine(cli, words, io))
  }
  if (stranger === undefined) {
    const suggestion = {
      action: 'retry_with_modified_input' as const,
      fix: `See ${help}`,
      example: `${prefix} <command>`,
      applicability: 'has_placeholders' as const,
    }
    return new ToolError(CODES.unknownCommand, `${prefix} needs a command`, { suggestion })
  }
  const suggestion = (await correctedLine(cli, words, io)) ?? {
    action: 'retry_with_modified_input' as const,
    fix: `See ${help}`,
    applicability: 'has_placeholders' as const,
  }
  const details = { index: stranger.index + 1, word: stranger.word, commands: namesIn(group).slice(0, 50) }
  return new ToolError(CODES.unknownCommand, `${prefix} has no command ${JSON.stringify(stranger.word)}`, {
    suggestion,
    details,
  })
}

function flagError(
  prefix: string,
  words: readonly string[],
  index: number,
  message: string,
  corrected: Suggestion | undefined,
): ToolError {
  const word = words[index]!
  const suggestion = corrected ?? {
    action: 'retry_with_modified_input',
    fix: `See ${prefix} --help; a command's own options come after its name`,
    example: `${prefix} <command>`,
    applicability: 'has_placeholders',
  }
  return new ToolError(CODES.unknownOption, message, {
    suggestion,
    details: { index: index + 1, word },
  })
}
