import { isObject } from '@atip/protocol'
import { CallEnded, type EndingCode } from '../state/ending.js'
import { checksOf } from '../tool/define-tool.js'
import { frozenCopy } from '../values/frozen.js'
import type { Invocation } from './invocation.js'
import type { RuntimeParts } from './parts.js'

/** Checks the model's input against the schema for models. */
export function parseSchema(call: Invocation, { limits }: RuntimeParts): void {
  const fail = (why: string) => new CallEnded('schema_validation_failed', `The arguments are not valid: ${why}.`)
  if (call.unreadable !== undefined) throw fail(call.unreadable)
  const { model } = call.inputs
  const bytes = Buffer.byteLength(JSON.stringify(model) ?? '')
  if (bytes > limits.maxInputBytes) throw fail(`they have ${bytes} bytes, and ${limits.maxInputBytes} are allowed`)
  const internal = (call.tool!.internal ?? []).filter((field) => isObject(model) && Object.hasOwn(model, field))
  if (internal.length > 0) throw fail(`${internal[0]} is not for models`)
  const problems = checksOf(call.tool!).model(model)
  if (problems.length > 0) throw fail(problems.join('; '))
  call.advance('arguments_ready')
  call.emit('tool.invocation.arguments_ready', { input_digest: call.digest })
}

/** Creates a normalised copy for hooks and people. */
export function observe(call: Invocation, parts: RuntimeParts): void {
  const { observe: normalise } = call.tool!
  const { model } = call.inputs
  if (normalise === undefined) return call.set('observable', model)
  let copy: unknown
  try {
    copy = normalise.call(call.tool, model as never, parts.policy().places)
  } catch (error) {
    throw new CallEnded('input_mutation_failed', `The arguments could not be normalised: ${(error as Error).message}.`)
  }
  call.rewrite('observable', checkedInput(call, copy, 'input_mutation_failed'), 'adapter', 'observe')
}

/** A changed input, frozen, if it matches the schema of the runtime. */
export function checkedInput(call: Invocation, value: unknown, code: EndingCode): unknown {
  const fail = (why: string) => new CallEnded(code, `The changed arguments are not valid: ${why}.`)
  let copy: unknown
  try {
    copy = frozenCopy(value)
  } catch (error) {
    throw fail((error as Error).message)
  }
  const problems = checksOf(call.tool!).runtime(copy)
  if (problems.length > 0) throw fail(problems.join('; '))
  return copy
}
