import {
  humanise,
  PROTOCOL_VERSION,
  type Argument,
  type ArgumentsSplit,
  type AtipTool,
  type ByName,
  type Command,
  type CommandExtension,
  type CommandRule,
  type Condition,
  type Effects,
  type Incidental,
  type Loss,
  type Option,
  type Printed,
  type PrintMeaning,
  type Reach,
  type StdinMeaning,
  type Syntax,
} from '@atip/protocol/calls'
import { PRINTED, readFacts, readRule, type FactsMap, type FactsNotation } from './facts.js'
import { readArgumentSpec, readOptionSpec } from './spec.js'
import { effectsOfCommand } from './words.js'

/** A shim as written in YAML: see docs/shims.md. */
export interface ShimNotation extends CommandNotation {
  tool: string
  /** Other names under which the same program is installed. */
  names?: string[]
  homepage?: string
  /** Where the facts come from. */
  source: string
  /** What was examined for the dangerous commands, and why they are stated so. */
  review?: string
  /** What the tool does without a subcommand. */
  itself?: CommandNotation
  /** Command lines, each with the claims that must hold for it. */
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
  account?: string
  /** A kind, or kinds with conditions. */
  prints?: Printed | PrintMeaning[]
  incidental?: Incidental
  endless?: boolean
  hidden?: boolean
  reach?: Reach
  loss?: Loss
  repository?: boolean
  note?: string
  commands?: Record<string, CommandNotation | string | string[]>
}

/** Compiles a shim to ATIP. Throws a TypeError that names the place and the problem. */
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
  const bare = itself ? commandOf(itself, name) : effects && { description: about, effects, ...lossOf(shim) }
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
    // `log, shortlog, show`: several commands with the same notation.
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
  const commands = withBare(effects && { ...own, ...lossOf(notation) }, commandsOf(notation.commands, where), where)
  return { description, ...surroundings, commands }
}

/**
 * Adds a call without a subcommand as a command of its own. Effects on the group itself would be inherited by
 * subcommands that state none.
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
    const effects = commandEffects(notation.effects)
    if (notation.loss && effects?.destructive !== true) throw new TypeError('it says "loss", but nothing is lost')
    return { options, args, effects, extension: extensionOf(notation, named) }
  } catch (error) {
    throw new TypeError(`${where}: ${(error as Error).message}`, { cause: error })
  }
}

/** If there are subcommands, `loss` belongs to the bare command, like its effects. */
function lossOf({ loss }: CommandNotation): { 'x-atip'?: CommandExtension } {
  return loss ? { 'x-atip': { loss } } : {}
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

function extensionOf(notation: CommandNotation, named: Naming) {
  const { cases, stdin, prints, syntax, unlisted, aliases, account, incidental, endless, repository, note } = notation
  const { reach, loss, hidden, commands } = notation
  const rules = cases?.map((rule): CommandRule => {
    const { value: _, credential: __, changes: ___, when, ...rest } = readRule(rule)
    return { ...(when && { when: named(when) }), ...rest }
  })
  const extension: CommandExtension = {
    ...(rules && { cases: rules }),
    ...(stdin && { stdin: readStdin(stdin, named) }),
    ...(syntax && { syntax }),
    ...(unlisted && { unlisted }),
    ...(aliases && { aliases }),
    ...(account && { account }),
    ...(prints && { prints: readPrints(prints, named) }),
    ...(incidental && { incidental }),
    ...(endless !== undefined && { endless }),
    ...(hidden !== undefined && { hidden }),
    ...(repository !== undefined && { repository }),
    ...(reach && { reach }),
    ...(loss && commands === undefined && { loss }),
    ...(note && { note }),
  }
  return extended(extension)
}

type Naming = (condition: Condition) => Condition

function readPrints(prints: Printed | PrintMeaning[], named: Naming): PrintMeaning | PrintMeaning[] {
  const meanings = typeof prints === 'string' ? [{ kind: prints }] : prints.map((one) => namedWhen(one, named))
  const wrong = meanings.find(({ kind }) => !PRINTED.includes(kind))
  if (wrong !== undefined) throw new TypeError(`it prints "${wrong.kind}"; known are ${PRINTED.join(', ')}`)
  return meanings.length === 1 ? meanings[0]! : meanings
}

function readStdin(stdin: StdinMeaning | StdinMeaning[], named: Naming): StdinMeaning | StdinMeaning[] {
  const read = (one: StdinMeaning): StdinMeaning => {
    const { split, ...rest } = namedWhen(one, named)
    if (split === undefined) return rest
    const lists = Object.entries(split).map(([key, flags]) => [key, named({ with: flags as string[] }).with])
    return { ...rest, split: Object.fromEntries(lists) as ArgumentsSplit }
  }
  return Array.isArray(stdin) ? stdin.map(read) : read(stdin)
}

function namedWhen<T extends { when?: Condition }>(one: T, named: Naming): T {
  return one.when === undefined ? one : { ...one, when: named(one.when) }
}

/** Replaces flags in a condition by parameter names, because the extension only knows names. */
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
    // A list may contain another list, so that a reused list can be extended.
    ...(condition.without && { without: condition.without.flat().map(nameOf) }),
    ...(condition.values && { values: namedKeys(condition.values, nameOf) }),
  }
}

function namedKeys(values: ByName<string[]>, nameOf: (word: string) => string): ByName<string[]> {
  return Object.fromEntries(Object.entries(values).map(([word, allowed]) => [nameOf(word), allowed]))
}
