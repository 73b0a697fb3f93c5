import type { Command, Effects } from '@atip/protocol'
import { destroysBy, firstWord, mentions, writesBy } from './wording.js'

/** One conclusion, and the wording it is based on. */
export interface Conclusion {
  /** `destructive`, `filesystem.write`, … */
  field: string
  because: string
}

/**
 * What the name and description of a command reveal about its mildest use. The result never claims that something is
 * safe.
 */
export function effectsOfWording(name: string, command: Command): { effects: Effects; conclusions: Conclusion[] } {
  const { description } = command
  const effects: Effects = {}
  const conclusions: Conclusion[] = []
  const conclude = (field: string, because: string, state: () => void) => {
    state()
    conclusions.push({ field, because })
  }
  const verbs = [name.split(/[-_]/)[0]!, name.split(/[-_]/).at(-1)!, firstWord(description)]
  const destroying = verbs.find((verb) => destroysBy(verb) !== undefined)
  if (destroying !== undefined) {
    if (destroysBy(destroying) === 'surely') {
      conclude('destructive', `"${destroying}"`, () => (effects.destructive = true))
      if (mentions.files(description))
        conclude('filesystem.delete', `"${destroying}" and files in "${description}"`, () => {
          effects.filesystem = { write: true, delete: true }
        })
    } else conclude('reversible', `"${destroying}"`, () => (effects.reversible = false))
  }
  const writing = verbs.find(writesBy)
  const intoFiles = mentions.files(description) && !mentions.stdout(description)
  if (writing !== undefined && effects.filesystem === undefined && intoFiles) {
    conclude('filesystem.write', `"${writing}" and files in "${description}"`, () => {
      effects.filesystem = { write: true }
    })
  }
  if (mentions.network(description)) {
    conclude('network', `"${description}"`, () => (effects.network = true))
  }
  const interactive = interactiveOf(command, conclusions)
  if (interactive !== undefined) effects.interactive = interactive
  return { effects, conclusions }
}

function interactiveOf(command: Command, conclusions: Conclusion[]): Effects['interactive'] {
  const { description, options = [], arguments: operands = [] } = command
  const reader = [description, ...operands.map((one) => one.description ?? '')].find(mentions.stdin)
  const isTerminal = mentions.terminal(description)
  // A program with an option to answer yes to all questions is interactive.
  const answers = options.find(
    ({ flags, description: about = '' }) =>
      flags.some((flag) => /^--?(?:y|yes|assume-?yes|no-?confirm|auto-approve|no-?input|batch|force)$/.test(flag)) &&
      mentions.prompts(about),
  )
  if (isTerminal) conclusions.push({ field: 'interactive.tty', because: `"${description}"` })
  if (answers !== undefined) conclusions.push({ field: 'interactive.prompts', because: answers.flags.join(', ') })
  if (reader !== undefined) conclusions.push({ field: 'interactive.stdin', because: `"${reader}"` })
  if (!isTerminal && answers === undefined && reader === undefined) return undefined
  return {
    ...(reader !== undefined && { stdin: 'optional' as const }),
    ...(isTerminal && { tty: true }),
    ...(answers && { prompts: true }),
  }
}
