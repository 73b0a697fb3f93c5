/** Converts found facts to an ATIP document that has no errors, even in the strict profile. */

import type { Argument, AtipTool, ByName, Command, Option, Parameter } from '@atip/protocol'
import { humanise, PROTOCOL_VERSION } from '@atip/protocol'
import type { FoundArgument, FoundCommand, FoundOption, FoundSubcommand } from './found.js'
import { isEmpty } from './found.js'
import type { Naming } from './synopsis/naming.js'
import { shortened } from './wording/shorten.js'
import { defaultOf } from './wording/default-value.js'

export interface Written {
  metadata: AtipTool
  /** Facts that the document cannot express, or expresses differently. */
  notes: string[]
}

export function toAtip(found: FoundCommand, { name, path }: Naming): Written {
  const notes: string[] = []
  const description = shortened(found.description ?? '') || humanise(path.at(-1) ?? name) || name
  const command = commandOf(found, description, notes)
  const metadata: AtipTool = {
    atip: { version: PROTOCOL_VERSION },
    name,
    version: path.length === 0 ? (found.version ?? 'unknown') : 'unknown',
    description: path.length === 0 ? description : humanise(name) || name,
    trust: { source: 'inferred', verified: false },
  }
  const cut = path.length > 0 || found.commands.length > 0
  if (cut) {
    metadata.partial = true
    metadata.omitted = { reason: path.length > 0 ? 'filtered' : 'depth-limited', safetyAssumption: 'unknown' }
  }
  if (path.length === 0) Object.assign(metadata, rootParts(command, found))
  else metadata.commands = nested(path, command, metadata.description)
  if (isEmpty(found)) notes.push('nothing that names options, arguments or commands was found in the text')
  return { metadata, notes }
}

/** The options of a tool with subcommands apply to all of them; without subcommands, the tool is a command itself. */
function rootParts(command: Command, found: FoundCommand): Pick<AtipTool, 'commands' | 'globalOptions'> {
  const { commands, options, ...own } = command
  if (!commands) return isEmpty(found) ? {} : { commands: byName([['', command]]) }
  const isRunnable = (own.arguments?.length ?? 0) > 0
  return {
    ...(options && { globalOptions: options }),
    commands: isRunnable ? byName([['', own], ...Object.entries(commands)]) : commands,
  }
}

function nested(path: string[], command: Command, description: string): ByName<Command> {
  const [first, ...rest] = path
  if (rest.length === 0) return byName([[first!, command]])
  return byName([
    [first!, { description: humanise(first!) || description, commands: nested(rest, command, description) }],
  ])
}

/** A map without a prototype, because names come from outside. */
function byName<T>(entries: [string, T][]): ByName<T> {
  const map = Object.create(null) as ByName<T>
  for (const [name, value] of entries) map[name] = value
  return map
}

function commandOf(found: FoundCommand, description: string, notes: string[]): Command {
  const command: Command = { description }
  const operands = argumentsOf(found.arguments, notes)
  if (operands.length > 0) command.arguments = operands
  const options = optionsOf(found.options, found.traits.implicitNegation ?? false)
  if (options.length > 0) command.options = options
  const children = found.commands
    .filter(({ name }) => isCommandName(name))
    .map((child): [string, Command] => [child.name, stub(child)])
  if (children.length > 0) command.commands = byName(children)
  if (found.examples.length > 0) command.examples = found.examples
  const syntax = {
    ...(found.traits.singleDashLong && { bundledFlags: false }),
    ...(found.traits.implicitNegation && { implicitNegation: true }),
  }
  if (Object.keys(syntax).length > 0) command['x-atip'] = { syntax }
  return command
}

function isCommandName(name: string): boolean {
  return /^[^-\s/,][^\s/,]*$/.test(name)
}

function stub({ name, description, aliases }: FoundSubcommand): Command {
  return {
    description: shortened(description ?? '') || humanise(name) || name,
    ...(aliases.length > 0 && { 'x-atip': { aliases } }),
  }
}

function optionsOf(found: FoundOption[], implicitNegation: boolean): Option[] {
  const taken = new Set<string>()
  const flags = new Set<string>()
  const options: Option[] = []
  for (const option of found) {
    const negations = implicitNegation && option.negatable ? [] : option.negations
    const spellings = [...option.flags, ...negations].filter((flag) => isFlag(flag) && !flags.has(flag))
    if (spellings.length === 0) continue
    for (const flag of spellings) flags.add(flag)
    options.push(optionOf(option, [...new Set(spellings)], unique(optionName(spellings), taken)))
  }
  return options
}

function isFlag(flag: string): boolean {
  return /^(?!--?$)-[^\s=,]+$/u.test(flag)
}

/** The first long spelling, otherwise the first one: `--output-dir` → `output-dir`. */
function optionName(flags: string[]): string {
  const long = flags.find((flag) => flag.startsWith('--')) ?? flags.find((flag) => flag.length > 2) ?? flags[0]!
  return long.replace(/^-+/, '') || long
}

function unique(name: string, taken: Set<string>): string {
  let candidate = name
  for (let count = 2; taken.has(candidate); count++) candidate = `${name}-${count}`
  taken.add(candidate)
  return candidate
}

function optionOf(found: FoundOption, flags: string[], name: string): Option {
  const { value } = found
  const option: Option = {
    name,
    flags,
    type: 'boolean',
    description: shortened(found.description ?? '') || humanise(name) || name,
  }
  if (value) describeValue(option, value.choices, value.type)
  if (found.required) option.required = true
  if (value && (found.repeatable || value.many)) option.variadic = true
  const preset = defaultOf(option, found.default)
  if (preset !== undefined) option.default = preset
  if (found.environment !== undefined) option.envVar = found.environment
  const syntax = {
    ...(value?.optional && { optionalValue: true }),
    ...(value?.many && !value.optional && { greedy: true }),
    ...(value?.arity !== undefined && value.arity > 1 && { arity: value.arity }),
  }
  if (Object.keys(syntax).length > 0) option['x-atip'] = syntax
  return option
}

function describeValue(parameter: Parameter, choices: string[], type: FoundArgument['type']): void {
  if (choices.length > 0) {
    parameter.type = 'enum'
    parameter.enum = [...new Set(choices)]
  } else parameter.type = type ?? 'string'
}

function argumentsOf(found: FoundArgument[], notes: string[]): Argument[] {
  const taken = new Set<string>()
  const operands = found.map((argument): Argument => {
    const name = unique(argumentName(argument.name), taken)
    const operand: Argument = {
      name,
      type: 'string',
      description: shortened(argument.description ?? '') || humanise(name) || name,
      required: argument.required,
    }
    describeValue(operand, argument.choices, argument.type)
    if (argument.variadic) operand.variadic = true
    const preset = defaultOf(operand, argument.default)
    if (preset !== undefined) operand.default = preset
    return operand
  })
  return unambiguous(operands, notes)
}

function argumentName(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name
}

/** Optional operands after a repeatable one are ambiguous, so only the last repeatable one stays repeatable. */
function unambiguous(operands: Argument[], notes: string[]): Argument[] {
  for (const [index, operand] of operands.entries()) {
    const after = operands.slice(index + 1)
    if (!operand.variadic || !after.some((other) => other.variadic || other.required === false)) continue
    delete operand.variadic
    notes.push(`argument "${operand.name}" may be repeated but is not the last one; it is treated as a single argument`)
  }
  return operands
}
