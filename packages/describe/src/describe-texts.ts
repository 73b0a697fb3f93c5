import type { AtipTool } from '@atip/protocol'
import { isEmpty, toAtip, type FoundCommand } from '@atip/generate'
import { inferEffects, type Inference } from '@atip/generate'
import { combineTexts, type Texts } from './combine-texts.js'
import type { DescribedCommand } from './source/subject.js'

/** The description of a tool, or of one of its commands, from texts. */
export interface Description {
  /** With a path, a `partial` document that contains only that command. */
  metadata: AtipTool
  /** Names of the direct subcommands. */
  commands: string[]
  inferences: Inference[]
  /** The files that were read, and the command lines that were run. */
  sources: string[]
  notes: string[]
}

/** Undefined if the texts name no options, arguments or commands. */
export function describeTexts(
  { name, path }: DescribedCommand,
  texts: Texts,
  { sources, notes }: Pick<Description, 'sources' | 'notes'>,
): Description | undefined {
  const found: FoundCommand = combineTexts(texts)
  if (isEmpty(found)) return undefined
  const written = toAtip(found, { name, path: [...path] })
  const { tool, inferences } = inferEffects(written.metadata)
  const commands = found.commands.map((command) => command.name)
  return { metadata: tool, commands, inferences, sources, notes: [...notes, ...written.notes] }
}
