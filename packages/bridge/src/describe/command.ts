import { inheritedEffects, isReadOnly, type Effects, type Lineage } from '@atip/protocol'
import type { CompilableCommand } from '../commands.js'
import { authorText } from './author-text.js'
import { dangersOf } from './dangers.js'
import { fitWithFlags, type TextLimit } from './fit.js'
import { bracketed, flagsOf, resourceFlagsOf, warningsOf } from './flags.js'
import { hasRules, worstUse, type Offered } from './uses.js'

/** What a model learns about a command, and its effects for other readers. */
export interface Telling {
  /** The author's words, or the command's own name. */
  text: string
  flags: readonly string[]
  /** The worst the command can do with its options and arguments. */
  worst: Effects
}

export function tellingOf(command: CompilableCommand, offered: Offered, withResources: boolean): Telling {
  const { tool, path, lineage } = command
  const declared = inheritedEffects(lineage)
  const depends = hasRules(lineage, offered)
  const worst = depends ? worstUse(declared, lineage, offered) : declared
  const flags = isReadOnly(worst) ? flagsOf(declared) : warningsOf(declared)
  if (depends) flags.push(...dangersOfRules(lineage, flags))
  if (withResources) flags.push(...resourceFlagsOf(declared))
  const text = authorText(command.command.description)
  return { text: text === '' ? [tool.name, ...path].join(' ') : text, flags, worst }
}

/** What the rules of the command itself add; the rules of parameters are described there. */
function dangersOfRules(lineage: Lineage, known: readonly string[]): string[] {
  const dangers = dangersOf(lineage.flatMap((node) => node['x-atip']?.cases ?? []))
  return dangers.filter((danger) => !known.some((flag) => danger.startsWith(flag)))
}

export function describe({ text, flags }: Telling, limit: TextLimit): string {
  return fitWithFlags(text, bracketed(flags), limit)
}
