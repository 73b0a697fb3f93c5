import type { AtipTool } from '@atip/protocol'
import { readCompletion, type Shell } from './completion/read.js'
import type { FoundCommand } from './found.js'
import { isEmpty } from './found.js'
import type { Conflict, Origin } from './fuse/conflict.js'
import { fuse } from './fuse/fuse.js'
import type { GenerateOptions } from './generate.js'
import { inferEffects, type Inference } from './inference/infer.js'
import { readText } from './read-text.js'
import { readRoff } from './roff/read.js'
import type { Naming } from './synopsis/naming.js'
import { toAtip } from './to-atip.js'

/** A text about a tool, and what it is. */
export type Source =
  /** What the program prints, or a manual page as `man` shows it. */
  | { kind: 'help' | 'man'; text: string }
  /** The source of a manual page. */
  | { kind: 'roff'; text: string }
  /** A completion file; without a shell, its text tells which. */
  | { kind: 'completion'; shell?: Shell; text: string }

export interface GeneratedFromSources {
  /** Valid ATIP, also if nothing was found. */
  metadata: AtipTool
  found: FoundCommand
  /** Where the sources contradict each other. */
  conflicts: Conflict[]
  /** For each field the evidence it was taken from. */
  origins: Origin[]
  /** What was concluded from wording alone. */
  inferences: Inference[]
  notes: string[]
}

/** From all that is written about a tool. Nothing is run and nothing is read but the texts. */
export function generateFromSources(
  sources: readonly Source[],
  { name, path = [] }: GenerateOptions,
): GeneratedFromSources {
  const naming: Naming = { name, path }
  const read = sources.map((source) => readSource(source, naming))
  const { conflicts, origins, ...fused } = fuse(read)
  // One text cannot contradict another: it says what it says.
  const found = read.length === 1 ? read[0]! : fused.found
  const { metadata, notes } = toAtip(found, naming)
  const { tool, inferences } = inferEffects(metadata)
  const empty = sources.filter((_, index) => isEmpty(read[index]!))
  if (empty.length < sources.length) {
    notes.push(
      ...empty.map(({ kind }) => `nothing that names options, arguments or commands was found in a ${kind} text`),
    )
  }
  return { metadata: tool, found, conflicts, origins, inferences, notes }
}

export function readSource(source: Source, naming: Naming): FoundCommand {
  switch (source.kind) {
    case 'help':
    case 'man':
      return readText(source.text, naming, source.kind)
    case 'roff':
      return readRoff(source.text, naming)
    case 'completion':
      return readCompletion(source.text, naming, source.shell)
  }
}
