import type { AtipTool } from '@atip/protocol'
import { isEmpty, toAtip, type FoundCommand } from '@atip/generate'
import { inferEffects, type Inference } from '@atip/generate'
import { combineTexts, type Texts } from './combine-texts.js'
import type { DescribedCommand } from './source/subject.js'

/** What is known from texts about a tool, or about one command of it. */
export interface Description {
  /** With a path, a `partial` document that contains only that command. */
  metadata: AtipTool
  /** Names of the commands below. */
  commands: string[]
  inferences: Inference[]
  /** The files that were read, and the command lines that were asked. */
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
