import { closest } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, ToolError } from '../errors/error.js'
import { BUILT_IN_FLAGS } from '../model/built-in-flags.js'
import type { GroupModel } from '../model/model.js'
import { mended } from './line-error.js'
import { quoteLine } from './quote.js'

/** A line that leads to no command: a word that names none, or a group without one. */
export async function commandError(
  cli: CliDefinition<CommandMap>,
  words: readonly string[],
  group: GroupModel,
  stranger: { word: string; index: number } | undefined,
): Promise<ToolError> {
  const prefix = quoteLine([cli.name, ...group.path])
  const help = `${prefix} --help`
  const flag = stranger === undefined ? strangeFlag(words) : undefined
  if (flag !== undefined) return flagError(prefix, words, flag)
  if (stranger === undefined) {
    const suggestion = {
      action: 'retry_with_modified_input' as const,
      fix: `See ${help}`,
      example: `${prefix} <command>`,
      applicability: 'has_placeholders' as const,
    }
    return new ToolError(CODES.unknownCommand, `${prefix} needs a command`, { suggestion })
  }
  const suggestion = (await mended(cli, words)) ?? {
    action: 'retry_with_modified_input' as const,
    fix: `See ${help}`,
    applicability: 'has_placeholders' as const,
  }
  const details = { index: stranger.index + 1, word: stranger.word, commands: [...group.children.keys()].slice(0, 50) }
  return new ToolError(CODES.unknownCommand, `${prefix} has no command ${JSON.stringify(stranger.word)}`, {
    suggestion,
    details,
  })
}

/** The first word that looks like an option and is none. */
function strangeFlag(words: readonly string[]): number | undefined {
  const known = BUILT_IN_FLAGS.flatMap(({ flags }) => flags)
  const index = words.findIndex(
    (word) => word.startsWith('--') && word !== '--' && !known.includes(word.split('=')[0]!),
  )
  return index === -1 ? undefined : index
}

function flagError(prefix: string, words: readonly string[], index: number): ToolError {
  const word = words[index]!
  const likely = closest(
    word,
    BUILT_IN_FLAGS.flatMap(({ flags }) => flags),
  )
  const fix = likely === undefined ? `See ${prefix} --help` : `Did you mean "${likely}"?`
  return new ToolError(CODES.unknownOption, `unknown option ${word}`, {
    suggestion: {
      action: 'retry_with_modified_input',
      fix,
      applicability: 'has_placeholders',
      example: `${prefix} <command>`,
    },
    details: { index: index + 1, word },
  })
}
