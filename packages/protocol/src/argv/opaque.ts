import { isGroup, type Lineage } from '../tree.js'
import type { AtipTool, Command } from '../types.js'
import type { Leftover, ParsedCall } from './call.js'
import { holderOf, scopeAt } from './scope.js'
import { parameterRules, type EffectSource, type Opacity, type Statement } from './statements.js'

export interface OpaqueReading {
  /** Rules of everything that an unknown word could be: they may hold. */
  statements: Statement[]
  doubts: Leftover[]
}

/**
 * A word that is known only when the line runs can be any option, a keyword operand or, in its place, a subcommand. One
 * that is certainly a single word (quoted in a shell) is what it looks like where an option takes its value.
 */
export function readOpaqueWords(
  tool: AtipTool,
  call: ParsedCall,
  lineage: Lineage,
  isOpaque: Opacity,
): OpaqueReading | undefined {
  const words = opaqueWords(call, isOpaque)
  const [first] = words
  if (first === undefined) return undefined
  const statements: Statement[] = []
  const scope = scopeAt(tool, lineage)
  for (const option of scope.options) {
    const source: EffectSource = { kind: 'option', name: option.name, flag: first.word }
    for (const rule of parameterRules(option))
      statements.push({ rule, source, some: 'maybe', every: 'no', index: first.index })
  }
  const command = lineage[lineage.length - 1] as Command
  for (const argument of command.arguments ?? []) {
    if (argument['x-atip']?.keyword === undefined) continue
    const source: EffectSource = { kind: 'argument', name: argument.name }
    for (const rule of parameterRules(argument))
      statements.push({ rule, source, some: 'maybe', every: 'no', index: first.index })
  }
  const holder = holderOf(lineage)
  const couldBeCommand =
    holder === tool
      ? tool.commands !== undefined && Object.keys(tool.commands).some((name) => name !== '')
      : isGroup(holder as Command)
  const isExplained =
    lineage.findLast((node) => node['x-atip']?.unlisted !== undefined)?.['x-atip']?.unlisted === 'no-effect'
  const doubts =
    couldBeCommand || !isExplained
      ? words.map(({ word, index }): Leftover => ({ reason: 'opaque-word', index, word }))
      : []
  return { statements, doubts }
}

function opaqueWords(call: ParsedCall, isOpaque: Opacity): { word: string; index: number }[] {
  const found: { word: string; index: number }[] = []
  for (const use of call.uses) {
    if (use.index >= call.optionsEnd) continue
    const isAttached = use.kind === 'option' && use.words.length === 0
    if (isAttached) continue
    for (const word of use.words) {
      const opacity = isOpaque(word)
      if (opacity === false || (opacity === 'word' && use.kind === 'option')) continue
      found.push({ word, index: use.index })
    }
  }
  for (const { word, index } of call.leftovers)
    if (index < call.optionsEnd && isOpaque(word) !== false) found.push({ word, index })
  return found
}
