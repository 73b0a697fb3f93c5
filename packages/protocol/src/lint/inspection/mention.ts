import { tokenise } from '../../patterns/tokenise.js'
import { variablesIn } from '../../patterns/variables.js'
import { closest } from '../../text/closest.js'
import type { Inspection, Level } from './inspection.js'

/** Which command of the tool a text such as an example names. Options are not read, so what follows one is unclear. */
export type Mention =
  | { is: 'command'; level: Level }
  | { is: 'missing'; word: string; group: Level; likely: string | undefined }
  | { is: 'another-tool'; word: string }
  | { is: 'unclear' }

const UNCLEAR: Mention = { is: 'unclear' }

/** Programs that run the program named after them. */
const LAUNCHERS: readonly string[] = [
  'sudo',
  'doas',
  'env',
  'time',
  'nohup',
  'exec',
  'command',
  'npx',
  'watch',
  'xargs',
]

export function mentionIn(text: string, inspection: Inspection): Mention {
  const tokens = tokenise(text)
  if (!tokens.ok) return UNCLEAR
  const words = tokens.words.slice(tokens.words.findIndex((word) => !/^\w+=/.test(word)))
  const { programs } = inspection
  const first = words[0] ?? ''
  const start = LAUNCHERS.includes(first) ? words.findIndex((word) => programs.has(basename(word))) : 0
  const program = basename(words[start] ?? first)
  if (!programs.has(program)) return variablesIn(program).length > 0 ? UNCLEAR : { is: 'another-tool', word: program }
  return follow(words.slice(start + 1), inspection)
}

function basename(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

function follow(words: readonly string[], inspection: Inspection): Mention {
  let level = inspection.levels[0]!
  for (const word of words) {
    if (level.node._truncated === true) return UNCLEAR
    if (level.children.size === 0) break
    const child = level.children.get(word)
    if (child !== undefined) level = child
    else return operandOrMissing(word, level, inspection)
  }
  return { is: 'command', level: level.children.get('') ?? level }
}

function operandOrMissing(word: string, level: Level, { document, advice }: Inspection): Mention {
  if (word.startsWith('-') || document.partial === true || variablesIn(word).length > 0) return UNCLEAR
  const self = level.children.get('') ?? level
  if (self.node.arguments !== undefined && self.node.arguments.length > 0) return { is: 'command', level: self }
  if (level.children.size === 1 && self !== level) return { is: 'command', level: self }
  const mayAbbreviate = level.lineage.some((node) => node['x-atip']?.syntax?.abbreviatedCommands === true)
  if (mayAbbreviate && isBeginning(word, level)) return UNCLEAR
  return { is: 'missing', word, group: level, likely: closest(word, level.children.keys(), advice) }
}

const sortedNames = new WeakMap<Level, string[]>()

/** Whether the name of a subcommand begins with this word. Names are sorted once, so that many examples cost little. */
function isBeginning(word: string, level: Level): boolean {
  const names = sortedNames.get(level) ?? [...level.children.keys()].sort()
  sortedNames.set(level, names)
  let low = 0
  let high = names.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (names[middle]! < word) low = middle + 1
    else high = middle
  }
  return names[low]?.startsWith(word) === true
}
