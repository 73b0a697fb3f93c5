import type { Argument, Command, Option } from '@atip/protocol'
import type { OclifClass, OclifCommand, OclifConfig, OclifCore } from './config.js'
import { toArgument, toOption } from './parameter.js'
import { describeCommand, render } from './text.js'

export async function toCommand(core: OclifCore, config: OclifConfig, command: OclifCommand): Promise<Command> {
  const loaded = await loadedOf(config, command)
  const owner = { core, config, command, loaded }
  const flags = Object.entries(command.flags ?? {}).filter(([, { hidden }]) => hidden !== true)
  const options = flags.map(([name, flag]) => toOption(name, flag, owner))
  const operands = argumentsOf(command, (name) => toArgument(name, command.args![name]!, owner))
  const examples = examplesOf(config, command)
  return {
    description: describeCommand(config, command),
    ...(operands.length > 0 && { arguments: operands }),
    ...(options.length > 0 && { options: distinct(options) }),
    ...(examples.length > 0 && { examples }),
    ...(loaded?.['--'] === false && { 'x-atip': { syntax: { doubleDash: false } } }),
  }
}

/**
 * A manifest does not say how lists end, so the module of a command with a list is loaded. Without a manifest, oclif
 * has loaded the modules already, and they know the types too.
 */
async function loadedOf(config: OclifConfig, command: OclifCommand): Promise<OclifClass | undefined> {
  const hasList = Object.values(command.flags ?? {}).some(({ multiple }) => multiple === true)
  if (command.load === undefined || !(hasList || isLoaded(config, command))) return undefined
  try {
    return await command.load()
  } catch {
    // Not installed or broken; a call of the command will say so.
    return undefined
  }
}

function isLoaded({ plugins }: OclifConfig, { pluginName = '' }: OclifCommand): boolean {
  return plugins?.get(pluginName)?.hasManifest === false
}

function argumentsOf({ args = {}, strict }: OclifCommand, toArg: (name: string) => Argument): Argument[] {
  const names = Object.keys(args)
  const hidden = names.findIndex((name) => args[name]!.hidden === true)
  const operands = (hidden === -1 ? names : names.slice(0, hidden)).map(toArg)
  const list = operands.findIndex(({ variadic }) => variadic === true)
  // After a list, only required arguments can be told apart.
  if (list !== -1) return operands.filter(({ required }, index) => index <= list || required === true)
  if (strict !== false || hidden !== -1) return operands
  return [
    ...operands,
    { name: 'operands', type: 'string', description: 'Further words', required: false, variadic: true },
  ]
}

/** A letter that two flags share belongs to the first one that oclif finds. */
function distinct(options: readonly Option[]): Option[] {
  const taken = new Set<string>()
  return options.map((option) => {
    const flags = option.flags.filter((flag) => !taken.has(flag))
    for (const flag of flags) taken.add(flag)
    return { ...option, flags }
  })
}

/** The lines of the examples that can be run. */
function examplesOf(config: OclifConfig, command: OclifCommand): string[] {
  const examples = [command.examples ?? []].flat()
  const texts = examples.map((example) => (typeof example === 'string' ? example : (example.command ?? '')))
  return texts
    .flatMap((text) => render(text, config, command).split('\n'))
    .map((line) => line.trim().replace(/^\$ /, '').replaceAll(/ {2,}/g, ' '))
    .filter((line) => line === config.bin || line.startsWith(`${config.bin} `))
}
