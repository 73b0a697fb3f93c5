import type { CalledCommand, Link, Passed } from '../define/shared.js'
import type { Context } from '../define/context.js'
import type { SplitInput } from '../call/input.js'
import { CODES, ToolError } from '../errors/error.js'

/** Runs the middleware of a command, outermost first, and the body inside. */
export async function runLinks(
  links: readonly Link[],
  command: CalledCommand,
  split: SplitInput,
  ctx: Context,
  body: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const steps = links.flatMap(({ run }) => (run === undefined ? [] : [run]))
  const from = async (index: number, here: Context): Promise<Passed> => {
    const step = steps[index]
    if (step === undefined) return { data: await body(here) }
    const call = { ...split, command, ctx: here } as Parameters<typeof step>[0]
    const next = (added: object = {}) => from(index + 1, extended(here, added))
    const passed: unknown = await step(call, next as Parameters<typeof step>[1])
    if (typeof passed === 'object' && passed !== null && 'data' in passed) return passed as Passed
    throw new ToolError(CODES.unexpected, 'a middleware must return what next() gave, or another { data }')
  }
  return (await from(0, ctx)).data
}

/** Extends through the prototype: a copy would call the getters of the context. */
function extended(ctx: Context, added: object): Context {
  return Object.create(ctx, Object.getOwnPropertyDescriptors(added)) as Context
}
