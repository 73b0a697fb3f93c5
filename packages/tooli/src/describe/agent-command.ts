import { humanise, type Argument, type Command as AtipCommand, type Option } from '@atip/protocol'
import type { BuiltInFlag } from '../model/built-in-flags.js'
import type { CommandModel } from '../model/model.js'
import { withInner } from '../model/parameters.js'
import { toAtipCommand } from '../model/to-atip.js'
import { publicSchema } from './agent-schema.js'
import { brief, withProgram } from './agent-text.js'

/** The description of one command, with those of its aliases that are its own. */
export function describeCommand(tool: string, model: CommandModel, aliases: string[] = []): AtipCommand {
  const { description, arguments: args, options, examples, effects, 'x-atip': { syntax } = {} } = toAtipCommand(model)
  const shown = options
    ?.filter(({ name }) => !isHidden(model, name))
    .map((option) => apart(named(option, model), model.flags))
  const extension = extensionOf(model)
  return {
    description: brief(description || humanise(model.path.at(-1) ?? tool)),
    ...(args && { arguments: args.map((argument) => named(argument, model)) }),
    ...(shown?.length && { options: shown }),
    ...(effects && { effects }),
    ...(examples?.length && { examples: examples.map((line) => withProgram(line, tool, model.path)) }),
    ...((aliases.length > 0 || syntax) && {
      'x-atip': { ...(aliases.length > 0 && { aliases }), ...(syntax && { syntax }) },
    }),
    ...(Object.keys(extension).length > 0 && { 'x-tooli': extension }),
  }
}

/** A hidden option is not described, unless it is required or changes what a built-in flag means. */
function isHidden({ parameters, flags: builtIn }: CommandModel, name: string): boolean {
  const option = withInner(parameters).find(({ key, kind }) => kind === 'option' && key === name)
  if (option?.hints.hidden !== true || option.isRequired) return false
  return !builtIn.some(({ flags }) => flags.some((flag) => option.flags.includes(flag)))
}

/**
 * An option with the name `output` and the flag `--my-output` would hide the built-in `--output`, because names shadow
 * (decision 30). So the document names it by its flag.
 */
function apart(option: Option, flags: readonly BuiltInFlag[]): Option {
  const builtIn = flags.find(({ key }) => key === option.name)
  if (builtIn === undefined || builtIn.flags.some((flag) => option.flags.includes(flag))) return option
  const long = option.flags.find((flag) => flag.startsWith('--'))
  return long === undefined ? option : { ...option, name: long.slice(2) }
}

/**
 * Gives every parameter a description, which for a secret says how to pass it: its value is never on a command line.
 */
function named<T extends Argument | Option>(parameter: T, { parameters }: CommandModel): T {
  const description = parameter.description || humanise(parameter.name)
  const isSecret = withInner(parameters).find(({ key }) => key === parameter.name)?.hints.secret === true
  return { ...parameter, description: isSecret ? `${description} (write @FILE or @stdin)` : description }
}

/** Facts for which ATIP has no field. */
export interface TooliExtension {
  /** The author's text, if `description` had to be cut. */
  description?: string
  /** JSON Schema of the result. */
  output?: unknown
  errors?: Record<string, string>
  timeout?: string
  /** Items come one by one. Absent means unknown. */
  streaming?: true
  deprecated?: string
}

function extensionOf({ command: { definition }, output }: CommandModel): TooliExtension {
  const { description, errors, timeout, deprecated } = definition
  return {
    ...(brief(description) !== description && { description }),
    ...(output && { output: publicSchema(output) }),
    ...(errors && { errors: { ...errors } }),
    ...(timeout && { timeout }),
    ...(definition.run instanceof AsyncGeneratorFunction && { streaming: true as const }),
    ...(deprecated && { deprecated }),
  }
}

// Not a global: it is reachable only through its instances.
const AsyncGeneratorFunction = async function* () {}.constructor as new () => object
