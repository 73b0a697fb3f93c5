import type { AtipTool } from '@atip/protocol'
import { readCompletion, type CompletionShell } from './completion/read.js'
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

/** A text about a tool, and its kind. */
export type TextSource =
  /** What the program prints, or a manual page as `man` shows it. */
  | { kind: 'help' | 'man'; text: string }
  /** The source of a manual page. */
  | { kind: 'roff'; text: string }
  /** A completion file; without `shell`, the shell is detected from the text. */
  | { kind: 'completion'; shell?: CompletionShell; text: string }

export interface GeneratedFromSources {
  /** Valid ATIP, even if nothing was found. */
  metadata: AtipTool
  found: FoundCommand
  /** Contradictions between the sources. */
  conflicts: Conflict[]
  /** The evidence for each field. */
  origins: Origin[]
  /** Conclusions from wording alone. */
  inferences: Inference[]
  notes: string[]
}

/** Generates a description from several texts about a tool. Nothing is executed, and only the texts are read. */
export function generateFromSources(
  sources: readonly TextSource[],
  { name, path = [] }: GenerateOptions,
): GeneratedFromSources {
  const naming: Naming = { name, path }
  const read = sources.map((source) => readSource(source, naming))
  const { conflicts, origins, ...fused } = fuse(read)
  // A single text cannot contradict another, so its facts are taken as they are.
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

export function readSource(source: TextSource, naming: Naming): FoundCommand {
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
