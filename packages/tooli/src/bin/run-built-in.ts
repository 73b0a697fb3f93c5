import type { CliDefinition, Command, CommandMap } from '../define/types.js'
import { nodeIo } from '../program/node-io.js'
import { runCli } from '../program/run-cli.js'
import type { BinIo } from './run-tooli.js'

/** Built-in commands that a tool with only one command cannot offer, because the word would be its argument. */
export const FOR_AUTHORS = ['skill', 'docs', 'contract'] as const
export type ForAuthors = (typeof FOR_AUTHORS)[number]

/** Runs `tooli contract MODULE …` as the tool itself would run `contract …`, and returns the exit code. */
export async function runBuiltIn(
  cli: CliDefinition<CommandMap>,
  word: ForAuthors,
  module: string,
  words: readonly string[],
  { cwd, out, err }: BinIo,
): Promise<number> {
  const { version, description } = cli
  // The module is a command of this program, so that help and suggestions show lines that can be typed.
  const commands = { [word]: { [module]: await builtIn(cli, word, module) } }
  const io = { ...nodeIo, cwd, write: out, writeError: err }
  return runCli({ name: 'tooli', version, description, commands }, [word, module, ...words], io)
}

async function builtIn(cli: CliDefinition<CommandMap>, word: ForAuthors, module: string): Promise<Command> {
  if (word === 'skill') return (await import('../skill/skill-command.js')).skillCommand(cli, ['tooli', 'skill', module])
  if (word === 'docs') return (await import('../docs/docs-command.js')).docsCommand(cli, ['tooli', 'docs', module])
  return (await import('../contract/contract-command.js')).contractCommand(cli, ['tooli', 'contract', module])
}
