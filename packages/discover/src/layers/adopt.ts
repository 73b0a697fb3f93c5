import type { Argument, Command, CommandExtension, Effects, Option } from '@atip/protocol'
import { onlyBad, overlay } from './effects.js'
import { ruleWithoutPromises, rulesIn, syntaxIn, withoutPromises } from './rules.js'

/**
 * Adds parts that only untrusted layers know to a trusted description: without their claims to be safe, and marked
 * unknown.
 */

/** Adds a command that trusted layers lack. `above`: the effects that its own layer states above it. */
export function adoptCommand(command: Command, above: Effects | undefined): Command {
  const effects = overlay(above, command.effects)
  const adopted = withoutClaims({ ...command, ...(effects && { effects }) })
  const extension: CommandExtension = adopted['x-atip'] ?? {}
  return { ...adopted, 'x-atip': { ...extension, cases: [{ unknown: true }, ...(extension.cases ?? [])] } }
}

/**
 * Adds an option or argument that trusted layers lack. `isMarked`: no trusted layer says that such words have no
 * effect.
 */
export function adoptParameter<P extends Option | Argument>(parameter: P, isMarked: boolean): P {
  const { 'x-atip': extension, ...rest } = parameter
  const cases = rulesIn(extension).flatMap((rule) => ruleWithoutPromises(rule) ?? [])
  const result = { ...syntaxIn(extension), ...(isMarked && { unknown: true }), ...(cases.length > 0 && { cases }) }
  return (Object.keys(result).length === 0 ? rest : { ...rest, 'x-atip': result }) as P
}

function withoutClaims(command: Command): Command {
  const { effects, options, arguments: operands, commands, 'x-atip': own, ...rest } = command
  const bad = onlyBad(effects)
  const { unlisted: _, cases, ...extension } = withoutPromises(own ?? {})
  const warnings = cases?.flatMap((rule) => ruleWithoutPromises(rule) ?? [])
  return {
    ...rest,
    ...(bad && { effects: bad }),
    ...(options && { options: options.map((option) => adoptParameter(option, false)) }),
    ...(operands && { arguments: operands.map((operand) => adoptParameter(operand, false)) }),
    ...(commands && { commands: mapCommands(commands, withoutClaims) }),
    ...(own && { 'x-atip': { ...extension, ...(warnings && { cases: warnings }) } }),
  }
}

function mapCommands(commands: Record<string, Command>, change: (command: Command) => Command) {
  const result = Object.create(null) as Record<string, Command>
  for (const name of Object.keys(commands)) result[name] = change(commands[name]!)
  return result
}
