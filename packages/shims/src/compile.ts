import {
  humanise,
  PROTOCOL_VERSION,
  type Argument,
  type AtipTool,
  type ByName,
  type Command,
  type CommandExtension,
  type CommandRule,
  type Condition,
  type Effects,
  type Option,
  type StdinMeaning,
  type Syntax,
} from '@atip/protocol'
import { readFacts, readRule, type FactsMap, type FactsNotation } from './facts.js'
import { readArgumentSpec, readOptionSpec } from './spec.js'
import { effectsOfCommand } from './words.js'

/** A shim as it is written: see docs/shims.md. */
export interface ShimNotation extends CommandNotation {
  tool: string
  /** Other names under which the same program is installed. */
  names?: string[]
  homepage?: string
  /** Where the facts come from. */
  source: string
  /** What was looked at for the dangerous commands, and why they are as stated. */
  review?: string
  /** What the bare tool does, where it has subcommands. */
  itself?: CommandNotation
  /** Command lines, and what must come out for them. */
  examples: Record<string, string | string[]>
}

export interface CommandNotation {
  about: string
  effects?: string | string[] | ({ words: string | string[] } & Effects)
  options?: Record<string, FactsNotation> | Record<string, FactsNotation>[]
  args?: (string | Record<string, FactsNotation>)[]
  cases?: FactsMap[]
  stdin?: StdinMeaning | StdinMeaning[]
  syntax?: Syntax
  unlisted?: 'no-effect' | 'unknown'
  aliases?: string[]
  note?: string
  commands?: Record<string, CommandNotation | string | string[]>
}

/** A shim as ATIP. Throws a TypeError that says where and what is wrong. */
export function compileShim(shim: ShimNotation): AtipTool {
  const { tool: name, about, homepage, commands, itself } = shim
  const base = {
    atip: { version: PROTOCOL_VERSION },
    name,
    version: '0',
    description: about,
    ...(homepage && { homepage }),
    trust: { source: 'community' as const },
  }
  if (commands === undefined) return { ...base, commands: { '': commandOf(shim, name) } }
  const { options, effects, extension } = partsOf({ ...shim, args: [] }, name)
  const bare = itself ? commandOf(itself, name) : effects && { description: about, effects }
  return {
    ...base,
    ...(options.length > 0 && { globalOptions: options }),
    ...extension,
    commands: withBare(bare, commandsOf(commands, name), name),
  }
}

function commandsOf(commands: NonNullable<CommandNotation['commands']>, where: string): ByName<Command> {
  const result: ByName<Command> = {}
  for (const [names, notation] of Object.entries(commands)) {
    // `log, shortlog, show`: several commands that are alike.
    for (const name of names.split(',').map((one) => one.trim())) {
      if (Object.hasOwn(result, name)) throw new TypeError(`${where} ${name}: stated twice`)
      const isShort = typeof notation === 'string' || Array.isArray(notation)
      const whole = isShort ? { about: humanise(name), effects: notation as string } : notation
      result[name] = commandOf(whole, `${where} ${name}`)
    }
  }
  return result
}

function commandOf(notation: CommandNotation, where: string): Command {
  const { options, args, effects, extension } = partsOf(notation, where)
  if (effects === undefined && notation.commands === undefined) {
    throw new TypeError(`${where}: say its effects; "unknown" is a word, too`)
  }
  const description = notation.about ?? humanise(where.split(' ').at(-1)!)
  const own = { description, ...(args.length > 0 && { arguments: args }), ...(effects && { effects }) }
  const surroundings = { ...(options.length > 0 && { options }), ...extension }
  if (notation.commands === undefined) return { ...own, ...surroundings }
  const commands = withBare(effects && own, commandsOf(notation.commands, where), where)
  return { description, ...surroundings, commands }
}

/**
 * Subcommands, and what a call without one does. That is a command of its own: effects on a group would be inherited
 * by those subcommands of which nothing is claimed.
 */
function withBare(bare: Command | undefined, commands: ByName<Command>, where: string): ByName<Command> {
  if (bare === undefined) return commands
  if (Object.hasOwn(commands, '')) throw new TypeError(`${where}: what it does without a subcommand is stated twice`)
  return { '': bare, ...commands }
}

function partsOf(notation: CommandNotation, where: string) {
  try {
    const options = optionsOf(notation.options)
    const args = argumentsOf(notation.args ?? [], options)
    const named = (condition: Condition) => withNames(condition, options)
    for (const { 'x-atip': facts } of [...options, ...args]) {
      for (const rule of [facts, ...(facts?.cases ?? [])]) if (rule?.when) rule.when = named(rule.when)
    }
    return { options, args, effects: commandEffects(notation.effects), extension: extensionOf(notation, named) }
  } catch (error) {
    throw new TypeError(`${where}: ${(error as Error).message}`, { cause: error })
  }
}

function commandEffects(notation: CommandNotation['effects']): Effects | undefined {
  if (notation === undefined) return undefined
  if (typeof notation === 'string' || Array.isArray(notation)) return effectsOfCommand([notation].flat())
  const { words, ...fields } = notation
  return { ...effectsOfCommand([words].flat()), ...fields }
}

function optionsOf(notation: CommandNotation['options'] = {}): Option[] {
  const entries = [notation].flat().flatMap((part) => Object.entries(part))
  const names = new Set<string>()
  return entries.map(([text, facts]) => {
    const { syntax, ...spec } = readOptionSpec(text)
    if (names.has(spec.name)) throw new TypeError(`option "${spec.name}" is stated twice`)
    names.add(spec.name)
    return {
      ...spec,
      description: aboutOf(facts) ?? humanise(spec.name),
      ...extended({ ...syntax, ...readFacts(facts) }),
    }
  })
}

function argumentsOf(notation: NonNullable<CommandNotation['args']>, options: readonly Option[]): Argument[] {
  return notation.map((entry) => {
    const [text, facts] = typeof entry === 'string' ? [entry, undefined] : Object.entries(entry)[0]!
    const argument = readArgumentSpec(text)
    const isTaken = options.some(({ name }) => name === argument.name)
    const name = isTaken ? `${argument.name}-operand` : argument.name
    return { ...argument, name, description: aboutOf(facts) ?? humanise(name), ...extended(readFacts(facts)) }
  })
}

function aboutOf(facts: FactsNotation): string | undefined {
  return typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? (facts as FactsMap).about : undefined
}

function extended<T extends object>(extension: T): { 'x-atip'?: T } {
  return Object.keys(extension).length > 0 ? { 'x-atip': extension } : {}
}

function extensionOf(notation: CommandNotation, named: (condition: Condition) => Condition) {
  const { cases, stdin, syntax, unlisted, aliases, note } = notation
  const rules = cases?.map((rule): CommandRule => {
    const { value: _, when, ...rest } = readRule(rule)
    return { ...(when && { when: named(when) }), ...rest }
  })
  const extension: CommandExtension = {
    ...(rules && { cases: rules }),
    ...(stdin && { stdin: namedStdin(stdin, named) }),
    ...(syntax && { syntax }),
    ...(unlisted && { unlisted }),
    ...(aliases && { aliases }),
    ...(note && { note }),
  }
  return extended(extension)
}

function namedStdin(stdin: StdinMeaning | StdinMeaning[], named: (condition: Condition) => Condition) {
  const rename = (one: StdinMeaning) => (one.when === undefined ? one : { ...one, when: named(one.when) })
  return Array.isArray(stdin) ? stdin.map(rename) : rename(stdin)
}

/** Conditions may name a parameter by one of its flags; the extension knows names only. */
function withNames(condition: Condition, options: readonly Option[]): Condition {
  const nameOf = (word: string) => {
    if (!/^[-+]/.test(word)) return word
    const option = options.find(({ flags }) => flags.includes(word))
    if (option === undefined) throw new TypeError(`a condition names "${word}", which is not listed`)
    return option.name
  }
  return {
    ...condition,
    ...(condition.with && { with: condition.with.map(nameOf) }),
    ...(condition.without && { without: condition.without.map(nameOf) }),
  }
}
