import { childCommand, isGroup, type Lineage } from '../tree.js'
import type { AtipTool, Command, Option } from '../types/tool.js'
import type { Syntax } from '../types/x-atip.js'
import type { Leftover, InputValue, OptionUse, ParsedCall, Use } from './call.js'
import { assignOperands, type Operand } from './operands.js'
import {
  findAbbreviated,
  findFlag,
  findSignFlag,
  findSubcommand,
  holderOf,
  looksLikeOption,
  scopeAt,
  type CommandHolder,
  type Scope,
} from './scope.js'
import { isMultiple, isPath, readBoolean, readValue, takesList, takesValue, unshieldPath } from './value.js'

/**
 * Reads a command line as the tool would: which command, which options with which values, which operands, and what
 * was not understood. `argv[0]` is the program. Never throws; what the metadata does not explain is a leftover.
 */
export function parseArgv(tool: AtipTool, argv: readonly string[]): ParsedCall {
  const separator = tool['x-atip']?.syntax?.separator
  const end = separator === undefined ? -1 : argv.findIndex((word, index) => index > 0 && word.endsWith(separator))
  if (end === -1) return new ArgvReader(tool, argv).read()
  const last = argv[end]!.slice(0, -separator!.length)
  const first = new ArgvReader(tool, [...argv.slice(0, end), ...(last === '' ? [] : [last])]).read()
  const next = argv.slice(end + 1)
  return next.length === 0 ? first : { ...first, next: { words: [argv[0]!, ...next], index: end } }
}

class ArgvReader {
  private readonly uses: Use[] = []
  private readonly leftovers: Leftover[] = []
  private readonly operands: Operand[] = []
  /** Options whose value is the first operand. */
  private readonly awaiting: { option: Option; flag: string; index: number }[] = []
  private readonly path: string[] = []
  private lineage: Lineage
  private scope: Scope
  private next = 1
  private optionsEnded = false
  private optionsEnd = Infinity
  private pathEnd = 0
  private readonly tool: AtipTool
  private readonly argv: readonly string[]

  constructor(tool: AtipTool, argv: readonly string[]) {
    this.tool = tool
    this.argv = argv
    this.lineage = [tool]
    this.scope = scopeAt(tool, this.lineage)
  }

  read(): ParsedCall {
    while (this.next < this.argv.length) this.readWord(this.argv[this.next]!)
    this.giveOperand()
    const command = this.settleCommand()
    this.settleOperands(command)
    const options = this.collect(this.optionUses(command))
    const given = this.uses.filter((use) => use.kind === 'argument')
    return {
      argv: this.argv,
      path: this.path,
      arguments: this.collect(given),
      options,
      uses: this.uses.sort((a, b) => a.index - b.index),
      leftovers: this.leftovers.sort((a, b) => a.index - b.index),
      pathEnd: this.pathEnd,
      optionsEnd: Math.min(this.optionsEnd, this.argv.length),
    }
  }

  private readWord(word: string): void {
    const { syntax } = this.scope
    if (!this.optionsEnded && word === '--' && syntax.doubleDash !== false) {
      this.next++
      this.endOptions()
    } else if (!this.optionsEnded && word.startsWith('-') && word.length > 1 && !isDashOperand(word, syntax)) {
      this.readOption(word)
    } else if (!this.optionsEnded && this.readSignFlag(word)) {
      return
    } else if (!this.descend(word) && !this.readBareFlags(word)) {
      this.operands.push({ word, index: this.next++ })
      if (syntax.interspersed === false) this.endOptions()
    }
  }

  private endOptions(): void {
    this.optionsEnded = true
    this.optionsEnd = Math.min(this.optionsEnd, this.next)
  }

  /** Enters a subcommand if the word names one and nothing before it was an operand. */
  private descend(word: string): boolean {
    if (this.optionsEnded || this.operands.length > 0) return false
    const parent = this.lineage[this.lineage.length - 1] as CommandHolder
    // If commands were left out, an abbreviation may mean one that is not listed here.
    const syntax = this.isCut(parent) ? {} : this.scope.syntax
    const name = findSubcommand(parent, word, syntax)
    if (name === undefined) return false
    this.path.push(name)
    this.pathEnd = this.next
    this.lineage = [...this.lineage, childCommand(parent, name)!]
    this.scope = scopeAt(this.tool, this.lineage)
    this.next++
    return true
  }

  /** Whether some of its commands were left out of this document. */
  private isCut(holder: CommandHolder): boolean {
    if (holder === this.tool) return this.tool.partial === true || this.tool.omitted !== undefined
    return (holder as Command)._truncated === true
  }

  /** `tar xf a.tar`: the first word is a bundle of short options whose values follow in order. */
  private readBareFlags(word: string): boolean {
    const isFirst = this.operands.length === 0 && this.next === this.path.length + 1
    if (this.scope.syntax.bareFlags !== true || this.optionsEnded || !isFirst || word === '') return false
    const index = this.next++
    for (const letter of word) {
      const lookup = findFlag(this.scope, `-${letter}`)
      if (lookup.found === 'option') this.useOption(lookup.option, `-${letter}`, index, undefined, lookup.isNegated)
      else this.leave('unknown-option', index, word)
    }
    return true
  }

  private readSignFlag(word: string): boolean {
    const found = findSignFlag(this.scope, word)
    if (found === undefined) return false
    const { option, flag, attached } = found
    const index = this.next++
    this.useOption(option, flag, index, attached ?? this.takeBoolean({ option, isNegated: false }), false)
    return true
  }

  private readOption(word: string): void {
    const index = this.next++
    const equals = word.indexOf('=')
    const flag = equals === -1 ? word : word.slice(0, equals)
    const attached = equals === -1 ? undefined : word.slice(equals + 1)
    const isShort = !word.startsWith('--')
    // A single letter with "=" is read letter by letter: whether "=" belongs to the value depends on the syntax.
    if (!isShort || flag.length > 2 || equals === -1) {
      const lookup = findFlag(this.scope, flag)
      if (lookup.found === 'option') {
        return this.useOption(lookup.option, flag, index, attached ?? this.takeBoolean(lookup), lookup.isNegated)
      }
      if (lookup.found === 'several') {
        return this.leave('ambiguous-option', index, word, { candidates: lookup.candidates })
      }
    }
    if (!isShort) return this.leave('unknown-option', index, word)
    const { eitherDash, abbreviatedOptions, bundledFlags } = this.scope.syntax
    if (eitherDash === true && abbreviatedOptions === true && flag.length > 2) {
      const long = findAbbreviated(this.scope, `-${flag}`)
      const isOneThing = long.found === 'none' || !this.readsAsBundle(word)
      if (!isOneThing) return this.leave('ambiguous-option', index, word)
      if (long.found === 'option') {
        return this.useOption(long.option, flag, index, attached ?? this.takeBoolean(long), long.isNegated)
      }
      if (long.found === 'several') return this.leave('ambiguous-option', index, word, { candidates: long.candidates })
    }
    if (bundledFlags === false && this.readSingle(flag, attached, index)) return
    this.readShort(word, index)
  }

  /** Without bundles a letter is an option by itself, and `-x=value` the only way to attach a value. */
  private readSingle(flag: string, attached: string | undefined, index: number): boolean {
    const lookup = flag.length === 2 ? findFlag(this.scope, flag) : undefined
    if (lookup?.found !== 'option') return false
    this.useOption(lookup.option, flag, index, attached ?? this.takeBoolean(lookup), lookup.isNegated)
    return true
  }

  /** `-abc`, `-ofile`, `-5`: letters are flags until one takes the rest as its value. */
  private readShort(word: string, index: number): void {
    const { syntax } = this.scope
    const isUnknown = syntax.bundledFlags === false || !this.readsAsBundle(word)
    if (isUnknown) {
      const bare = this.scope.options.find((option) => isBareValue(option, word.slice(1)))
      if (bare !== undefined) return this.useOption(bare, '-', index, word.slice(1), false)
      this.leave('unknown-option', index, word)
    }
    // The known letters of an unknown bundle may count: `-Zf` may well force, or have a value `f`.
    const before = this.uses.length
    this.readLetters(word, index)
    if (isUnknown) for (const use of this.uses.slice(before)) if (use.kind === 'option') use.isGuess = true
  }

  private readLetters(word: string, index: number): void {
    const { syntax } = this.scope
    for (let place = 1; place < word.length; place++) {
      const flag = `-${word[place]}`
      const lookup = findFlag(this.scope, flag)
      if (lookup.found !== 'option') continue
      const rest = word.slice(place + 1)
      if (!takesWord(lookup.option)) {
        if (syntax.shortEquals && rest.startsWith('=')) {
          return this.useOption(lookup.option, flag, index, rest.slice(1), lookup.isNegated)
        }
        const stated = rest === '' ? this.takeBoolean(lookup) : undefined
        this.useOption(lookup.option, flag, index, stated, lookup.isNegated)
        continue
      }
      const value = syntax.shortEquals && rest.startsWith('=') ? rest.slice(1) : rest === '' ? undefined : rest
      return this.useOption(lookup.option, flag, index, value, lookup.isNegated)
    }
  }

  private readsAsBundle(word: string): boolean {
    for (let place = 1; place < word.length; place++) {
      const lookup = findFlag(this.scope, `-${word[place]}`)
      if (lookup.found !== 'option') return false
      if (takesWord(lookup.option)) return true
      if (this.scope.syntax.shortEquals && word[place + 1] === '=') return true
    }
    return true
  }

  private useOption(
    option: Option,
    flag: string,
    index: number,
    attached: string | undefined,
    isNegated: boolean,
  ): void {
    const { endsOptions, optionalValue, nextWord } = option['x-atip'] ?? {}
    const use = (words: string[], value: InputValue) => {
      this.uses.push({ kind: 'option', parameter: option, flag, words, value, index })
      if (endsOptions === true) this.endOptions()
    }
    if (isNegated) {
      if (attached !== undefined) this.leave('unexpected-value', index, attached, { parameter: option.name })
      return use([], false)
    }
    if (!takesWord(option) && takesValue(option)) {
      if (attached !== undefined) this.leave('unexpected-value', index, attached, { parameter: option.name })
      this.awaiting.push({ option, flag, index })
      return
    }
    if (!takesValue(option)) {
      const stated = attached === undefined ? true : readBoolean(attached)
      if (stated === undefined) this.leave('unexpected-value', index, attached!, { parameter: option.name })
      return use(attached === undefined ? [] : [attached], stated ?? true)
    }
    const mayFollow =
      nextWord === true && this.next < this.argv.length && !looksLikeOption(this.scope, this.argv[this.next]!)
    if (optionalValue === true && attached === undefined && !mayFollow) return use([], true)
    if (takesList(option)) {
      const words = this.takeList(option, index, attached)
      return use(
        words,
        words.map((word) => this.toValue(option, word, index)),
      )
    }
    const word = attached ?? this.takeWord(option, index)
    if (word !== undefined) use([word], this.toValue(option, word, index))
  }

  /** Takes the next word as the value of a switch, if the syntax allows that: `--force false`. */
  private takeBoolean({ option, isNegated }: { option: Option; isNegated: boolean }): string | undefined {
    if (this.scope.syntax.booleanWords !== true || isNegated || takesValue(option)) return undefined
    const word = this.argv[this.next]
    if (word === undefined || readBoolean(word) === undefined) return undefined
    this.next++
    return word
  }

  private takeWord(option: Option, index: number): string | undefined {
    if (this.next < this.argv.length) return this.argv[this.next++]
    this.leave('missing-value', index, this.argv[index]!, { parameter: option.name })
    return undefined
  }

  private takeList(option: Option, index: number, attached: string | undefined): string[] {
    const { arity = 1, greedy, until } = option['x-atip'] ?? {}
    const words = attached === undefined ? [] : [attached]
    if (until !== undefined) {
      for (; this.next < this.argv.length; words.push(this.argv[this.next++]!)) {
        if (!isEnd(until, this.argv[this.next - 1]!, this.argv[this.next]!)) continue
        this.next++
        return words
      }
      // An empty text means that the end of the line ends the list, too.
      if (until.includes('')) return words
      this.leave('missing-terminator', this.argv.length, until[0]!, { parameter: option.name })
      return words
    }
    if (greedy === true) {
      while (this.next < this.argv.length && !looksLikeOption(this.scope, this.argv[this.next]!))
        words.push(this.argv[this.next++]!)
    } else {
      while (words.length < arity && this.next < this.argv.length) words.push(this.argv[this.next++]!)
    }
    if (words.length < (greedy === true ? 1 : arity)) {
      this.leave('missing-value', index, this.argv[index]!, { parameter: option.name })
    }
    return words
  }

  /** `sh -cx LINE`: the first operand is the value of an option. */
  private giveOperand(): void {
    const operand = this.awaiting.length === 0 ? undefined : this.operands.shift()
    for (const { option, flag, index } of this.awaiting) {
      if (operand === undefined) this.leave('missing-value', index, this.argv[index]!, { parameter: option.name })
      else {
        const value = this.toValue(option, operand.word, operand.index)
        this.uses.push({ kind: 'option', parameter: option, flag, words: [operand.word], value, index: operand.index })
      }
    }
  }

  /** The command that was reached: the tool itself, a group's unnamed command, or the command that was named. */
  private settleCommand(): Command {
    const last = this.lineage[this.lineage.length - 1]!
    if (this.lineage.length === 1) return childCommand(this.tool, '') ?? { description: this.tool.description }
    const command = last as Command
    const own = childCommand(command, '')
    if (own === undefined) return command
    this.path.push('')
    return own
  }

  private settleOperands(command: Command): void {
    const declared = command.arguments ?? []
    const isOpen = isGroup(command) || (this.path.length === 0 && this.tool.commands !== undefined)
    const holder = holderOf(this.lineage)
    const first = this.operands[0]
    // The word may name a command that was left out of the document.
    if (first !== undefined && declared.length > 0 && this.isCut(holder))
      this.leave('unknown-command', first.index, first.word)
    const { given, surplus, missing } = assignOperands(declared, this.operands)
    for (const { argument, operands } of given) {
      for (const { word, index } of operands) {
        const plain = isPath(argument) ? unshieldPath(word) : word
        const value = this.toValue(argument, plain, index)
        this.uses.push({ kind: 'argument', parameter: argument, words: [plain], value, index })
      }
    }
    for (const [place, { word, index }] of surplus.entries()) {
      const isCommand = place === 0 && declared.length === 0 && isOpen
      this.leave(isCommand ? 'unknown-command' : 'unexpected-operand', index, word)
    }
    for (const { name } of missing) this.leave('missing-argument', this.argv.length, '', { parameter: name })
  }

  /** The uses that concern this command: its own options, and global ones it does not shadow (decision 30). */
  private optionUses(command: Command): OptionUse[] {
    const own = new Set(command.options)
    const shadowed = new Set(command.options?.map(({ name }) => name))
    const globals = new Set(this.tool.globalOptions?.filter(({ name }) => !shadowed.has(name)))
    return this.uses.filter(
      (use): use is OptionUse => use.kind === 'option' && (own.has(use.parameter) || globals.has(use.parameter)),
    )
  }

  private collect(uses: readonly Use[]): Record<string, InputValue> {
    const values = Object.create(null) as Record<string, InputValue>
    for (const { parameter, value } of uses) {
      const { name } = parameter
      if (!isMultiple(parameter)) values[name] = value
      else {
        const list = (values[name] ??= []) as InputValue[]
        if (parameter['x-atip']?.greedy !== true) list.push(value)
        else for (const element of value as InputValue[]) list.push(element)
      }
    }
    return values
  }

  private toValue(parameter: Use['parameter'], word: string, index: number): InputValue {
    const value = readValue(parameter, word)
    if (value === undefined) this.leave('invalid-value', index, word, { parameter: parameter.name })
    return value ?? word
  }

  private leave(reason: Leftover['reason'], index: number, word: string, more: Partial<Leftover> = {}): void {
    this.leftovers.push({ reason, index, word, ...more })
  }
}

/** Whether the value is attached or the next word, as opposed to the first operand. */
function takesWord(option: Option): boolean {
  return takesValue(option) && option['x-atip']?.operand !== true
}

/** Whether a word ends a list. Some do so only directly after another word: `{} +`. */
function isEnd(until: readonly string[], before: string, word: string): boolean {
  return until.includes(word) || until.includes(`${before} ${word}`)
}

function isBareValue(option: Option, text: string): boolean {
  const bare = option['x-atip']?.bareValue
  return bare === 'word' || (bare === 'integer' && /^\d+$/.test(text))
}

function isDashOperand(word: string, { doubleDash, dashOperand }: Syntax): boolean {
  return word === '--' && doubleDash === false && dashOperand === true
}
