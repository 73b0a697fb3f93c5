import { maskedClient } from '../call/client.js'
import { describeIssue, pathOf, validate, type SplitInput } from '../call/input.js'
import { failure, type Meta, type Outcome } from '../call/outcome.js'
import { createRedactor } from '../call/redact.js'
import { maskingPrints } from '../call/stray-prints.js'
import type { CallFlags, Surface } from '../call/surface.js'
import type { Context } from '../define/context.js'
import type { CliDefinition, CommandMap } from '../define/types.js'
import { CODES, EXIT, ToolError } from '../errors/error.js'
import { isOutputLost } from '../files/write-all.js'
import type { CommandModel } from '../model/model.js'
import { longFlag } from '../model/scope.js'
import { isBytes } from '../schema/bytes.js'
import { createContext, type RunState } from './create-context.js'
import { admit } from './admit.js'
import { page, rangeOf, withCursor } from './page.js'
import { plainResult } from './plain-result.js'
import { runLinks } from './run-links.js'
import { timedOut, toMilliseconds } from './timeout.js'

/** The name and version of the command's tool. */
export type Owner = Pick<CliDefinition<CommandMap>, 'name' | 'version'>

/**
 * The only executor of commands, on every surface: check, policy, confirmation, idempotency, timeout, body, check of
 * the output, redaction. Throws only if its output cannot be written any more.
 */
export async function execute(
  owner: Owner,
  model: CommandModel,
  input: Record<string, unknown>,
  flags: CallFlags,
  surface: Surface,
): Promise<Outcome> {
  const meta = metaOf(owner, model)
  const redact = createRedactor(model, input)
  const masked = maskedSurface(surface, redact)
  const started = Date.now()
  let outcome: Outcome
  try {
    const split = await admit(model, input, flags, surface)
    const act = () => maskingPrints(redact, () => perform(model, split, flags, masked, meta))
    if (flags.idempotencyKey === undefined || flags.dryRun === true) outcome = await act()
    else {
      const { once } = await import('./idempotency.js')
      const flag = longFlag(model.flags, 'idempotencyKey') ?? 'the idempotency key'
      const request = { key: flags.idempotencyKey, flag, command: meta.command, input }
      outcome = await once(owner, request, surface.env, act)
    }
  } catch (error) {
    if (isOutputLost(error)) throw error
    outcome = plainResult(failure(error, meta)) as Outcome
  }
  outcome.meta.duration_ms = Date.now() - started
  try {
    return redact(outcome) as Outcome
  } catch (error) {
    // A cyclic value cannot be masked completely.
    return redact(failure(error, meta)) as Outcome
  }
}

/** The outcome of a call whose command threw outside of its own promise, as in a timer. */
export function lateFailure(
  owner: Owner,
  model: CommandModel,
  input: Record<string, unknown>,
  thrown: unknown,
): Outcome {
  return createRedactor(model, input)(plainResult(failure(thrown, metaOf(owner, model)))) as Outcome
}

function metaOf({ name, version }: Owner, { path }: CommandModel): Meta {
  return { tool: name, version, command: path.join(' ') }
}

/** Masks what is shown while a command runs, like its result. */
function maskedSurface(surface: Surface, redact: (value: unknown) => unknown): Surface {
  const { onItem, client, show } = surface
  return {
    ...surface,
    confirm: (question) => surface.confirm(redact(question) as string),
    log: (message) => surface.log(redact(message) as string),
    spinner: (text) => surface.spinner(redact(text) as string),
    progress: (done, total, text) => surface.progress(done, total, redact(text) as string | undefined),
    ...(show && { show: (bytes, to) => show(redact(bytes) as Uint8Array, to) }),
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
  const timer = limit === undefined ? undefined : setTimeout(() => abort(timedOut(limit, model)), toMilliseconds(limit))
  const stop = () => abort(new ToolError(CODES.cancelled, 'cancelled', { exitCode: EXIT.interrupted }))
  const release = surface.onGiveUp(stop)
  const isDryRun = flags.dryRun === true
  try {
    const work = async () => {
      state.check()
      let stream: unknown
      const body = async (here: Context) => {
        const result: unknown = await definition.run({ ...split, ctx: here } as never)
        if (!isAsyncIterable(result)) return result
        stream = await drain(result, model, { onItem: isDryRun ? undefined : surface.onItem, flags, state })
        return undefined
      }
      const { tool, version } = meta
      const called = { tool, version, path: model.path, effects: definition.effects ?? {} }
      const data = await runLinks(model.links, called, split, ctx, body)
      return stream ?? data
    }
    const returned = await (definition.endsItself === true ? work() : Promise.race([work(), state.aborted]))
    const data = isDryRun || returned === STREAMED ? returned : plainResult(await checkOutput(model, returned))
    if (state.exitCode !== undefined) meta.exit_code = state.exitCode
    if (isDryRun) Object.assign(meta, { dry_run: true, plan: state.plan })
    if (returned === STREAMED) return { ok: true, data: null, meta: withCursor(meta, flags, state, model) }
    return page({ ok: true, data: isDryRun ? null : (data ?? null), meta }, flags, state, model)
  } finally {
    if (timer !== undefined) clearTimeout(timer)
    release()
  }
}

/** Replaces a result whose items were sent as they came. */
const STREAMED = Symbol('streamed')

/** Reads the items of a stream: collects them, or passes on the requested part as it comes. */
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
    const range = state.pagesItself || isBytes(model.output) ? undefined : rangeOf(flags, model)
    const place = count++
    if (range !== undefined && place < range.start) continue
    if (range !== undefined && place >= range.end) {
      state.cursor = String(place)
      break
    }
    if (isBytes(model.output)) await onItem(checkBytes(item))
    else {
      const [checked] = (await checkOutput(model, [item])) as [unknown]
      await onItem(plainResult(checked))
    }
  }
  if (onItem !== undefined) return STREAMED
  return isBytes(model.output) ? Buffer.concat(collected.map(checkBytes)) : collected
}

function checkBytes(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data
  throw new ToolError(CODES.wrongOutput, 'the command broke its own promise: the result must be bytes')
}

function checkOutput(model: CommandModel, data: unknown): unknown {
  if (isBytes(model.output)) return checkBytes(data)
  return validate(model.command.definition.output, data, (issue) => {
    const at = pathOf(issue).join('.')
    const text = describeIssue(at === '' ? 'the result' : `"${at}" in the result`, issue)
    return new ToolError(CODES.wrongOutput, `the command broke its own promise: ${text}`)
  })
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
