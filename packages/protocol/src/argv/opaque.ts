import { isGroup, type Lineage } from '../tree.js'
import type { Argument, AtipTool, Command, Option } from '../types/tool.js'
import type { ParameterRule } from '../types/x-atip.js'
import type { Leftover, ParsedCall } from './call.js'
import { holds, type Circumstances } from './condition.js'
import { holderOf, scopeAt } from './scope.js'
import { circumstancesOf, parameterRules, type EffectSource, type Opacity, type Statement } from './statements.js'

export interface OpaqueReading {
  /** The rules of every parameter that an opaque word could be; each of them may hold. */
  statements: Statement[]
  doubts: Leftover[]
}

/**
 * A word that is known only when the line runs can be any option, a keyword operand or, in its place, a subcommand. If
 * it is certainly a single word (quoted in a shell) in the place of an option's value, it is only that value.
 */
export function readOpaqueWords(
  tool: AtipTool,
  call: ParsedCall,
  lineage: Lineage,
  isOpaque: Opacity,
): OpaqueReading | undefined {
  const words = opaqueWords(call, isOpaque)
  const [first] = words
  const holder = holderOf(lineage)
  const couldBeCommand =
    holder === tool
      ? tool.commands !== undefined && Object.keys(tool.commands).some((name) => name !== '')
      : isGroup(holder as Command)
  const begun = commandsBegun(call, isOpaque, couldBeCommand)
  if (first === undefined) return begun.length === 0 ? undefined : { statements: [], doubts: begun }
  const statements: Statement[] = []
  const scope = scopeAt(tool, lineage)
  for (const option of scope.options) {
    const source: EffectSource = { kind: 'option', name: option.name, flag: first.word }
    for (const rule of parameterRules(option))
      statements.push({ rule, source, some: 'maybe', every: 'no', index: first.index, words: [] })
  }
  const command = lineage[lineage.length - 1] as Command
  for (const argument of command.arguments ?? []) {
    if (argument['x-atip']?.keyword === undefined) continue
    const source: EffectSource = { kind: 'argument', name: argument.name }
    for (const rule of parameterRules(argument))
      statements.push({ rule, source, some: 'maybe', every: 'no', index: first.index, words: [] })
  }
  const isExplained =
    lineage.findLast((node) => node['x-atip']?.unlisted !== undefined)?.['x-atip']?.unlisted === 'no-effect'
  const doubts =
    couldBeCommand || !isExplained || scope.options.some(runsItsValue)
      ? words.map(({ word, index }): Leftover => ({ reason: 'opaque-word', index, word }))
      : []
  return { statements, doubts: [...doubts, ...begun] }
}

/** Words in the place of a command of which only the beginning is known: `aws ec2 describe-$x`. */
function commandsBegun(
  { argv, pathEnd, uses, leftovers }: ParsedCall,
  isOpaque: Opacity,
  couldBeCommand: boolean,
): Leftover[] {
  const operands = couldBeCommand ? [...uses.filter(({ kind }) => kind === 'argument'), ...leftovers] : []
  const places = new Set(operands.map(({ index }) => index))
  return argv.flatMap((word, index): Leftover[] => {
    const isCommand = index > 0 && (index <= pathEnd || places.has(index))
    return isCommand && isOpaque(word) === 'part' ? [{ reason: 'opaque-word', index, word }] : []
  })
}

/** A word that expands to several also fills the arguments after its own: `uniq *.txt` writes the second file. */
export function readFurtherOperands(
  call: ParsedCall,
  lineage: Lineage,
  isSeveral: (word: string) => boolean,
  isOpaque: Opacity,
): OpaqueReading {
  const declared = (lineage[lineage.length - 1] as Command).arguments ?? []
  const several = call.uses.find(({ kind, words }) => kind === 'argument' && words.some(isSeveral))
  const own = declared.findIndex(({ name }) => name === several?.parameter.name)
  if (several === undefined || own === -1) return { statements: [], doubts: [] }
  const { index, words } = several
  const later = declared.slice(own + 1).filter((argument) => argument['x-atip']?.keyword === undefined)
  const circumstances = spread(words.find(isSeveral)!, declared.slice(own), call, lineage, isOpaque)
  const possible = later.flatMap((argument) =>
    parameterRules(argument)
      .filter(({ when }) => holds(when, circumstances) !== 'no')
      .map((rule): Statement => {
        return { rule, source: { kind: 'argument', name: argument.name }, some: 'maybe', every: 'no', index, words: [] }
      }),
  )
  const runs = possible.some(({ rule }) => isRun(rule))
  return {
    statements: possible,
    doubts: runs ? [{ reason: 'opaque-word', index, word: words.find(isSeveral)! }] : [],
  }
}

/** The circumstances for conditions if one word may fill all of these arguments, each with any value. */
function spread(
  word: string,
  filled: readonly Argument[],
  call: ParsedCall,
  lineage: Lineage,
  isOpaque: Opacity,
): Circumstances {
  const names = new Set(filled.map(({ name }) => name))
  const isOpen = opaqueWords(call, isOpaque).length > 0
  const known = circumstancesOf(call, lineage, isOpaque, isOpen)
  return {
    words: [word],
    given: (name) => (names.has(name) ? 'maybe' : known.given(name)),
    absent: (name) => (names.has(name) ? 'maybe' : known.absent(name)),
    valuesOf: (name) => (names.has(name) ? [word] : known.valuesOf(name)),
    isOpaque: (text) => text === word || known.isOpaque(text),
    isPartly: (text) => text !== word && known.isPartly(text),
  }
}

/** Whether a parameter runs its value, in which case an opaque value may run anything. */
function runsItsValue(parameter: Option | Argument): boolean {
  return parameterRules(parameter).some(isRun)
}

function isRun({ value }: ParameterRule): boolean {
  return (
    value?.kind === 'command' || value?.kind === 'code' || (value?.kind === 'path' && value.access.includes('execute'))
  )
}

function opaqueWords(call: ParsedCall, isOpaque: Opacity): { word: string; index: number }[] {
  const found: { word: string; index: number }[] = []
  for (const use of call.uses) {
    if (use.index >= call.optionsEnd) continue
    const isAttached = use.kind === 'option' && use.words.length === 0
    if (isAttached) continue
    for (const word of use.words) {
      const opacity = isOpaque(word)
      if (opacity === false || opacity === 'part' || (opacity === 'word' && use.kind === 'option')) continue
      found.push({ word, index: use.index })
    }
  }
  for (const { word, index } of call.leftovers)
    if (index < call.optionsEnd && isOpaque(word) !== false && isOpaque(word) !== 'part') found.push({ word, index })
  return found
}
