import type { Effects } from '@atip/protocol'
import { readInput, type SplitInput } from '../call/input.js'
import type { CallFlags, Surface } from '../call/surface.js'
import { needsConfirmation } from '../effects/needs-confirmation.js'
import { isReader } from '../effects/reader.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { rangeOf } from './page.js'
import { toMilliseconds } from './timeout.js'

/** Everything that can refuse a call before anything is done. */
export async function admit(
  model: CommandModel,
  input: Record<string, unknown>,
  flags: CallFlags,
  surface: Pick<Surface, 'env' | 'confirm' | 'confirmWord' | 'confirmFix'>,
): Promise<SplitInput> {
  const split = await readInput(model, input)
  const effects = await effectsIn(model, input)
  obeyPolicy(effects, surface)
  if (flags.timeout !== undefined) toMilliseconds(flags.timeout)
  if (flags.limit !== undefined) rangeOf({ limit: flags.limit })
  if (flags.dryRun === true) checkDryRun(model, effects)
  else if (needsConfirmation(effects) && flags.yes !== true) {
    const { confirmDanger } = await import('./danger.js')
    await confirmDanger(model, input, effects, surface)
  }
  return split
}

/** Few commands have options that change their effects, so the others load nothing for it. */
async function effectsIn(model: CommandModel, input: Record<string, unknown>): Promise<Effects> {
  if (model.parameters.every(({ hints }) => hints.effects === undefined)) return model.command.definition.effects ?? {}
  return (await import('../call/effects-of-call.js')).effectsOfCall(model, input)
}

/** `TOOLI_POLICY=read-only` refuses commands that are not known to be read-only. */
function obeyPolicy(effects: Effects, { env }: Pick<Surface, 'env'>): void {
  const policy = env.TOOLI_POLICY
  if (policy === undefined || policy === '') return
  if (policy !== 'read-only') {
    const message = `TOOLI_POLICY is ${JSON.stringify(policy)}, which is no policy; use "read-only" or unset it`
    throw new ToolError(CODES.refusedByPolicy, message, { exitCode: EXIT.configuration })
  }
  if (isReader(effects)) return
  const message = 'refused: TOOLI_POLICY is read-only, and this command is not known to change nothing'
  throw new ToolError(CODES.refusedByPolicy, message, { exitCode: EXIT.permission })
}

function checkDryRun(model: CommandModel, effects: Effects): void {
  if (model.command.definition.dryRun === true || isReader(effects)) return
  const message = 'this command cannot say what it would do; --dry-run is not supported here, and nothing was done'
  throw new ToolError(CODES.dryRunUnsupported, message)
}
