import { tokenise } from '../patterns/tokenise.js'
import { variablesIn } from '../patterns/variables.js'
import { closest } from '../text/closest.js'
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
  const names = namesOf(inspection)
  const first = words[0] ?? ''
  const start = LAUNCHERS.includes(first) ? words.findIndex((word) => names.includes(basename(word))) : 0
  const program = basename(words[start] ?? first)
  if (!names.includes(program)) return variablesIn(program).length > 0 ? UNCLEAR : { is: 'another-tool', word: program }
  return follow(words.slice(start + 1), inspection)
}

function namesOf({ name, document: { binary } }: Inspection): string[] {
  return [name, ...(binary === undefined ? [] : [binary.name, ...(binary.aliases ?? [])])]
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

function operandOrMissing(word: string, level: Level, { document }: Inspection): Mention {
  if (word.startsWith('-') || document.partial === true || variablesIn(word).length > 0) return UNCLEAR
  const self = level.children.get('') ?? level
  if (self.node.arguments !== undefined && self.node.arguments.length > 0) return { is: 'command', level: self }
  const names = [...level.children.keys()].filter((name) => name !== '')
  if (names.length === 0) return { is: 'command', level: self }
  const mayAbbreviate = level.lineage.some((node) => node['x-atip']?.syntax?.abbreviatedCommands === true)
  if (mayAbbreviate && names.some((name) => name.startsWith(word))) return UNCLEAR
  return { is: 'missing', word, group: level, likely: closest(word, names) }
}
