import type { CompletionArgument, CompletionCommand, CompletionOption, CompletionTree } from './types.js'

/** The position of the cursor on a command line. */
export interface CompletionPosition {
  command: CompletionCommand
  path: string[]
  /** The options allowed here: the command's own, then those of every command. */
  options: CompletionOption[]
  /** Keys of the options already given. */
  used: ReadonlySet<string>
  /** The option that still needs its value. */
  awaited: CompletionOption | undefined
  operands: number
  /** After `--`. */
  hasEnded: boolean
  /** A word named a command that is hidden or does not exist, so nothing is known about the words after it. */
  isLost: boolean
}

/** Reads the words before the cursor as the command line parser will. */
export function positionAfter(tree: CompletionTree, words: readonly string[]): CompletionPosition {
  const used = new Set<string>()
  const path: string[] = []
  let command = tree.root
  let options = optionsOf(tree, command)
  let awaited: CompletionOption | undefined
  let operands = 0
  let hasEnded = false
  for (const word of words) {
    if (awaited !== undefined) awaited = undefined
    else if (!hasEnded && word === '--') hasEnded = true
    else if (!hasEnded && isFlag(word)) {
      const { given, last } = readFlags(options, word)
      for (const { key } of given) used.add(key)
      awaited = last
    } else {
      const child = hasEnded || operands > 0 ? undefined : childNamed(command, word)
      if (child === undefined) {
        operands++
        hasEnded ||= command.endsOptions === true
      } else {
        command = child
        path.push(child.name)
        options = optionsOf(tree, child)
      }
    }
  }
  const isLost = operands > 0 && command.commands !== undefined && command.arguments === undefined
  return { command, path, options, used, awaited, operands, hasEnded, isLost }
}

/** `-` alone is stdin. */
export function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-'
}

/** The argument of the next operand; a list is always last and takes all that follow. */
export function argumentAt({ command, operands }: CompletionPosition): CompletionArgument | undefined {
  const args = command.arguments ?? []
  const last = args.at(-1)
  return args[operands] ?? (last?.isVariadic === true ? last : undefined)
}

export interface OptionBundle {
  given: CompletionOption[]
  /** The letter that takes a value, and where the value begins. */
  taker?: { option: CompletionOption; valueAt: number }
}

/** `-qo json`, `-ojson`: letters are flags until one takes the rest as its value. Undefined if one is unknown. */
export function readBundle(options: readonly CompletionOption[], word: string): OptionBundle | undefined {
  const given: CompletionOption[] = []
  let at = 1
  for (const letter of word.slice(1)) {
    at += letter.length
    const option = optionWith(options, `-${letter}`)
    if (option === undefined) return undefined
    given.push(option)
    if (option.takesValue === true) return { given, taker: { option, valueAt: at } }
  }
  return { given }
}

export function optionWith(options: readonly CompletionOption[], flag: string): CompletionOption | undefined {
  return options.find(({ flags }) => flags.includes(flag))
}

function readFlags(options: readonly CompletionOption[], word: string) {
  if (!word.startsWith('--')) {
    const { given = [], taker } = readBundle(options, word) ?? {}
    return { given, last: taker?.valueAt === word.length ? taker.option : undefined }
  }
  const option = optionWith(options, word.replace(/=[^]*/, ''))
  if (option === undefined) return { given: [], last: undefined }
  return { given: [option], last: option.takesValue === true && !word.includes('=') ? option : undefined }
}

function childNamed({ commands = [] }: CompletionCommand, word: string): CompletionCommand | undefined {
  return commands.find(({ name }) => name === word) ?? commands.find(({ aliases }) => aliases?.includes(word))
}

function optionsOf({ builtIn }: CompletionTree, command: CompletionCommand): CompletionOption[] {
  const { options = [], hasOwnOptionsOnly } = command
  if (hasOwnOptionsOnly === true) return options
  const own = new Set(options.flatMap(({ flags }) => flags))
  return [...options, ...builtIn.filter(({ flags }) => !flags.some((flag) => own.has(flag)))]
}
