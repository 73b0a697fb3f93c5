import { parseDuration, type Effects } from '@atip/protocol'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import type { CommandModel } from '../model/model.js'
import { createContext, type RunState } from './create-context.js'
import { maskedClient } from '../call/client.js'
import { describeIssue, pathOf, readInput, validate, type SplitInput } from '../call/input.js'
import { ClosedPipe } from '../files/write-all.js'
import { failure, type Meta, type Outcome } from '../call/outcome.js'
import { page, rangeOf, withCursor } from './page.js'
import { needsConfirmation } from '../effects/needs-confirmation.js'
import { isReader } from '../effects/reader.js'
import { createRedactor } from '../call/redact.js'
import type { CallFlags, Surface } from '../call/surface.js'

/** Name and version of the tool a command belongs to. */
export type Owner = Pick<CliDefinition<CommandMap>, 'name' | 'version'>

/**
 * The one way in which a command runs, on every surface: check, policy, confirmation, idempotency, timeout, body,
 * check of the output, redaction. Throws only if the reader of its output has gone away.
 */
export async function execute(
  owner: Owner,
  model: CommandModel,
  input: Record<string, unknown>,
  flags: CallFlags,
  surface: Surface,
): Promise<Outcome> {
  const meta: Meta = { tool: owner.name, version: owner.version, command: model.path.join(' ') }
  const redact = createRedactor(model, input)
  const masked = maskedSurface(surface, redact)
  const started = Date.now()
  let outcome: Outcome
  try {
    const split = await admit(model, input, flags, surface)
    const act = () => perform(model, split, flags, masked, meta)
    if (flags.idempotencyKey === undefined || flags.dryRun === true) outcome = await act()
    else {
      const { once } = await import('./idempotency.js')
      outcome = await once(owner, { key: flags.idempotencyKey, command: meta.command, input }, surface.env, act)
    }
  } catch (error) {
    // The output has no reader any more, so there is nothing to report to.
    if (error instanceof ClosedPipe) throw error
    outcome = failure(error, meta)
  }
  outcome.meta.duration_ms = Date.now() - started
  try {
    return redact(outcome) as Outcome
  } catch (error) {
    // A cyclic value cannot be masked completely.
    return redact(failure(error, meta)) as Outcome
  }
}

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

/** What is shown while a command runs is masked like its result. */
function maskedSurface(surface: Surface, redact: (value: unknown) => unknown): Surface {
  const { onItem, client } = surface
  return {
    ...surface,
    confirm: (question) => surface.confirm(redact(question) as string),
    log: (message) => surface.log(redact(message) as string),
    progress: (done, total, text) => surface.progress(done, total, redact(text) as string | undefined),
    ...(onItem && { onItem: (item: unknown) => onItem(redact(item)) }),
    ...(client && { client: maskedClient(client, redact) }),
  }
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

async function perform(
  model: CommandModel,
  split: SplitInput,
  flags: CallFlags,
  surface: Surface,
  meta: Meta,
): Promise<Outcome> {
  const { definition } = model.command
  const limit = flags.timeout ?? definition.timeout
  const { ctx, state, abort } = createContext(flags, surface)
  const timer = limit === undefined ? undefined : setTimeout(() => abort(timedOut(limit)), toMilliseconds(limit))
  const stop = () => abort(new ToolError(CODES.cancelled, 'cancelled', { exitCode: EXIT.interrupted }))
  const release = surface.onGiveUp(stop)
  const isDryRun = flags.dryRun === true
  try {
    const work = async () => {
      state.check()
      const result: unknown = await definition.run({ ...split, ctx } as never)
      return isAsyncIterable(result)
        ? drain(result, model, { onItem: isDryRun ? undefined : surface.onItem, flags, state })
        : result
    }
    const returned = await Promise.race([work(), state.aborted])
    const data = isDryRun || returned === STREAMED ? returned : await checkOutput(model, returned)
    if (state.exitCode !== undefined) meta.exit_code = state.exitCode
    if (isDryRun) Object.assign(meta, { dry_run: true, plan: state.plan })
    if (returned === STREAMED) return { ok: true, data: null, meta: withCursor(meta, flags, state) }
    return page({ ok: true, data: isDryRun ? null : (data ?? null), meta }, flags, state)
  } finally {
    if (timer !== undefined) clearTimeout(timer)
    release()
  }
}

/** In place of a result whose items went out as they came. */
const STREAMED = Symbol('streamed')

/** Takes the items of a stream: collects them, or hands out the part that was asked for as it comes. */
async function drain(
  items: AsyncIterable<unknown>,
  model: CommandModel,
  { onItem, flags, state }: { onItem: Surface['onItem']; flags: CallFlags; state: RunState },
): Promise<unknown> {
  const collected: unknown[] = []
  let count = 0
  for await (const item of items) {
    state.check()
    if (onItem === undefined) {
      collected.push(item)
      continue
    }
    const range = state.pagesItself ? undefined : rangeOf(flags)
    const place = count++
    if (range !== undefined && place < range.start) continue
    if (range !== undefined && place >= range.end) {
      state.cursor = String(place)
      break
    }
    const [checked] = (await checkOutput(model, [item])) as [unknown]
    await onItem(checked)
  }
  return onItem === undefined ? collected : STREAMED
}

function checkOutput(model: CommandModel, data: unknown): unknown {
  return validate(model.command.definition.output, data, (issue) => {
    const at = pathOf(issue).join('.')
    const text = describeIssue(at === '' ? 'the result' : `"${at}" in the result`, issue)
    return new ToolError(CODES.wrongOutput, `the command broke its own promise: ${text}`)
  })
}

function toMilliseconds(text: string): number {
  const duration = parseDuration(/^\d+(\.\d+)?$/.test(text) ? `${text}s` : text)
  if (duration !== undefined) return duration.max
  throw new ToolError(CODES.invalidValue, `--timeout must look like 30s, 500ms or 2m; found ${JSON.stringify(text)}`, {
    details: { parameter: 'timeout' },
  })
}

function timedOut(limit: string): ToolError {
  return new ToolError(CODES.timedOut, `timed out after ${limit}; what had begun was not undone`, {
    retryable: true,
    suggestion: { action: 'retry', fix: 'Allow more time with --timeout', applicability: 'maybe_incorrect' },
  })
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
