import type { Effects } from '@atip/protocol'
import { checkRelations, withImplied } from '../call/relations.js'
import { readInput, type SplitInput } from '../call/input.js'
import type { CallFlags, Surface } from '../call/surface.js'
import { dangerOf } from '../effects/needs-confirmation.js'
import { isReader } from '../effects/reader.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { longFlag } from '../model/scope.js'
import { rangeOf } from './page.js'
import { toMilliseconds } from './timeout.js'

/** All checks that can refuse a call before anything is done. */
export async function admit(
  model: CommandModel,
  given: Record<string, unknown>,
  flags: CallFlags,
  surface: Pick<Surface, 'env' | 'confirm' | 'confirmWord' | 'confirmFix'>,
): Promise<SplitInput> {
  checkRelations(model, given)
  const input = withImplied(model, given)
  const split = await readInput(model, input)
  const effects = await effectsIn(model, input)
  obeyPolicy(effects, surface)
  if (flags.timeout !== undefined) toMilliseconds(flags.timeout, longFlag(model.flags, 'timeout'))
  if (flags.limit !== undefined) rangeOf({ limit: flags.limit }, model)
  if (flags.dryRun === true) checkDryRun(model, effects)
  else if (flags.yes !== true && model.command.definition.asksItself !== true) {
    const danger = dangerOf(model.command, effects)
    if (danger !== undefined) await (await import('./danger.js')).confirmDanger(model, input, danger, surface)
  }
  return split
}

/** Few commands have options that change their effects, so this code is loaded only for those. */
async function effectsIn(model: CommandModel, input: Record<string, unknown>): Promise<Effects> {
  if (model.parameters.every(({ hints }) => hints.effects === undefined)) return model.command.definition.effects ?? {}
  return (await import('../call/effects-of-call.js')).effectsOfCall(model, input)
}

/** `TOOLI_POLICY=read-only` refuses commands that are not known to be read-only. */
function obeyPolicy(effects: Effects, { env }: Pick<Surface, 'env'>): void {
  const policy = env.TOOLI_POLICY
  if (policy === undefined || policy === '') return
  if (policy !== 'read-only') {
    const message = `TOOLI_POLICY is ${JSON.stringify(policy)}, which is not a policy; use "read-only" or unset it`
    throw new ToolError(CODES.refusedByPolicy, message, { exitCode: EXIT.configuration })
  }
  if (isReader(effects)) return
  const message = 'refused: TOOLI_POLICY is read-only, and this command is not known to change nothing'
  throw new ToolError(CODES.refusedByPolicy, message, { exitCode: EXIT.permission })
}

function checkDryRun(model: CommandModel, effects: Effects): void {
  if (model.command.definition.dryRun === true || isReader(effects)) return
  const name = longFlag(model.flags, 'dryRun') ?? 'a dry run'
  const message = `this command cannot say what it would do; ${name} is not supported here, and nothing was done`
  throw new ToolError(CODES.dryRunUnsupported, message)
}
