import { maskedClient } from '../call/client.js'
import { describeIssue, pathOf, validate, type SplitInput } from '../call/input.js'
import { failure, type Meta, type Outcome } from '../call/outcome.js'
import { createRedactor } from '../call/redact.js'
import type { CallFlags, Surface } from '../call/surface.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { ClosedPipe } from '../files/write-all.js'
import type { CommandModel } from '../model/model.js'
import { createContext, type RunState } from './create-context.js'
import { admit } from './admit.js'
import { page, rangeOf, withCursor } from './page.js'
import { timedOut, toMilliseconds } from './timeout.js'

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

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
