/** Random commands whose bodies record what they do, valid and invalid calls of them, and the expected results. */
import fc from 'fast-check'
import { command } from '../src/callable/command.js'
import { use } from '../src/callable/use.js'
import type { AnyShared } from '../src/define/shared.js'
import type { AnyCommand, CallOptions } from '../src/define/types.js'
import { ToolError } from '../src/errors/error.js'
import { t, type Schema } from '../src/schema/t.js'

type AnyField = Schema<unknown, unknown>

/** A kind of parameter: valid values, values of another type, and values out of bounds. */
interface Field {
  schema: AnyField
  fitting: readonly [unknown, ...unknown[]]
  foreign: readonly unknown[]
  outside: readonly unknown[]
}

const field = (schema: unknown, rest: Omit<Field, 'schema'>): Field => ({ schema: schema as AnyField, ...rest })

const SINGLE: readonly Field[] = [
  field(t.string('Text'), {
    fitting: ['text', '', 'a b', "it's", '--force', '$HOME', 'é'],
    foreign: [5, true, ['a']],
    outside: [],
  }),
  field(
    t
      .string('Code')
      .min(2)
      .max(4)
      .pattern(/^[a-z]+$/),
    { fitting: ['ab', 'abcd'], foreign: [7], outside: ['a', 'abcde', 'A1'] },
  ),
  field(t.integer('Count').min(1).max(9), {
    fitting: [1, 5, 9],
    foreign: ['5', 1.5, true, null],
    outside: [0, 10, -3],
  }),
  field(t.number('Ratio').min(-1), { fitting: [0.5, -1, 3], foreign: ['x', [1]], outside: [-1.5] }),
  field(t.path('Place'), { fitting: ['.', './-x', '/tmp/a b'], foreign: [1], outside: [] }),
  field(t.enum(['json', 'a b', '-dash'], 'Choice'), {
    fitting: ['json', 'a b', '-dash'],
    foreign: [1],
    outside: ['xml'],
  }),
  field(t.enum([1, 2, -3], 'Number'), { fitting: [1, 2, -3], foreign: ['two'], outside: [4] }),
  field(t.object({ size: t.integer(), note: t.string().default('none') }), {
    fitting: [{ size: 1 }, { size: 2, note: 'x' }],
    foreign: [{ size: 'x' }, [], {}],
    outside: [{ size: 1, other: 1 }],
  }),
  field(t.record(t.number()), { fitting: [{}, { a: 1 }], foreign: [{ a: 'x' }], outside: [] }),
]
const SWITCH = [field(t.boolean('Whether'), { fitting: [true, false], foreign: ['true', 1], outside: [] })]
const LISTS: readonly Field[] = [
  field(t.array(t.string(), 'Words').max(2), {
    fitting: [['a'], ['a', 'b c']],
    foreign: ['a', [1]],
    outside: [['a', 'b', 'c']],
  }),
  field(t.array(t.integer(), 'Numbers'), { fitting: [[1], [1, -2]], foreign: [['1'], {}], outside: [] }),
]

const COUNT = [field(t.count('How loud'), { fitting: [0, 1, 3], foreign: ['1', true], outside: [-1] })]
const PROFILE = [
  field(t.enum(['main', 'work'], 'Account'), { fitting: ['main', 'work'], foreign: [1], outside: ['x'] }),
]

type Need = 'required' | 'optional' | 'default'
interface Parameter extends Field {
  key: string
  need: Need
}

const parameter = (key: string, fields: readonly Field[], needs: readonly Need[]): fc.Arbitrary<Parameter> =>
  fc
    .record({ field: fc.constantFrom(...fields), need: fc.constantFrom(...needs) })
    .map(({ field: chosen, need }) => ({ ...chosen, key, need }))

const ANY_NEED: readonly Need[] = ['required', 'optional', 'default']
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const present = <T>(list: readonly (T | undefined)[]) => list.filter((entry) => entry !== undefined)

/** Required arguments first, a list only at the end. */
const args = fc
  .tuple(
    maybe(parameter('file', SINGLE, ['required'])),
    maybe(parameter('toString', SINGLE, ['optional', 'default'])),
    maybe(parameter('rest', LISTS, ['optional', 'default'])),
  )
  .map(present)
const options = fc
  .tuple(
    ...['maxDepth', 'base_url', 'constructor'].map((key) =>
      maybe(parameter(key, [...SINGLE, ...SWITCH, ...LISTS], ANY_NEED)),
    ),
    maybe(parameter('loud', COUNT, ['default'])),
  )
  .map(present)

/** Two options exclude each other, and one requires another; calls that break these relations are refused. */
const RELATED: Record<string, AnyField> = {
  left: t
    .string('Left')
    .optional()
    .cli({ conflicts: ['right'] }) as AnyField,
  right: t.string('Right').optional() as AnyField,
  user: t
    .string('User')
    .optional()
    .cli({ requires: ['secretWord'], implies: { greeting: 'hi' } }) as AnyField,
  secretWord: t.string('Word').optional() as AnyField,
  greeting: t.string('Greeting').optional() as AnyField,
}
const CONTRADICTING = [{ left: 'a', right: 'b' }, { user: 'ann' }, { user: 'ann', left: 'a', right: 'b' }]
const AGREEING = [{}, { left: 'a' }, { user: 'ann', secretWord: 'w' }, { right: 'b', secretWord: 'w' }]

function shapeOf(parameters: readonly Parameter[], more: Record<string, AnyField> = {}) {
  const schemas = parameters.map(({ key, need, schema, fitting }) => {
    if (need === 'optional') return [key, schema.optional()] as const
    return [key, need === 'default' ? schema.default(fitting[0] as never) : schema] as const
  })
  return t.object({ ...Object.fromEntries(schemas), ...more })
}

/** What a body does between its two effects, and the error code that this leads to. */
export const BEHAVIOURS = {
  returns: undefined,
  streams: undefined,
  givesBytes: undefined,
  fails: 'E3001',
  crashes: 'E5000',
  breaksPromise: 'E5001',
  asks: 'E3900',
  hangs: 'E4900',
  goesOnTooLong: 'E4900',
} as const
export type Behaviour = keyof typeof BEHAVIOURS

export const EFFECTS = {
  untold: undefined,
  reader: { filesystem: { read: true, write: false }, network: false },
  writer: { filesystem: { write: true } },
  destructive: { destructive: true, filesystem: { write: false } },
  irreversible: { reversible: false },
} as const

export const INPUTS = ['fitting', 'foreign', 'outside', 'missing', 'unknown', 'contradicting'] as const

export interface TracedCall {
  command: AnyCommand
  /** The effects that were executed, in order; the reader empties it. */
  done: string[]
  input: Record<string, unknown>
  /** How the input is wrong, or `fitting`. */
  inputIs: (typeof INPUTS)[number]
  behaviour: Behaviour
  effects: keyof typeof EFFECTS
  hasDryRun: boolean
  callOptions: CallOptions
  argumentKeys: string[]
  /** What the command shares; the tool and its group may share it too. */
  shared: AnyShared | undefined
  /** Whether a middleware wraps the body. */
  isAround: boolean
}

/** The result of `givesBytes`, which is not valid UTF-8. */
export const BYTES = Buffer.from([0, 255, 10, 34])

function sharedBy(parameters: readonly Parameter[], isAround: boolean, done: string[]): AnyShared | undefined {
  const given = parameters.length === 0 ? undefined : use(shapeOf(parameters))
  if (!isAround) return given as AnyShared | undefined
  const middleware = async (_: unknown, next: (added: object) => Promise<{ data: unknown }>) => {
    done.push('before')
    const passed = await next({ who: 'ann' })
    done.push('after')
    return passed
  }
  return (given ?? { use }).use(middleware as never) as unknown as AnyShared
}

/** Only for bodies that never end by themselves: on a busy machine others may take this long too. */
const PATIENCE = '8ms'

function bodyOf(behaviour: Behaviour, done: string[]) {
  return async ({ args: given, options: chosen, ctx }: Parameters<AnyCommand['definition']['run']>[0]) => {
    await ctx.effect('the first thing', () => done.push('the first thing'))
    if (behaviour === 'fails') throw new ToolError('E3001', 'nothing there')
    if (behaviour === 'crashes') throw new TypeError('oops')
    if (behaviour === 'asks' && !(await ctx.confirm('Sure?'))) throw new ToolError('E3002', 'not sure')
    if (behaviour === 'hangs') await new Promise(() => {})
    // It continues only after its timeout, however busy the machine is.
    if (behaviour === 'goesOnTooLong')
      await new Promise((resolve) => ctx.signal.addEventListener('abort', () => setTimeout(resolve, 2)))
    await ctx.effect('the second thing', () => done.push('the second thing'))
    if (behaviour === 'givesBytes') return BYTES
    const who = (ctx as unknown as { who?: string }).who ?? 'nobody'
    return behaviour === 'breaksPromise' ? { wrong: true } : { given, chosen, who }
  }
}

const OUTPUT = t.object({ given: t.unknown(), chosen: t.unknown(), who: t.string() })

export const tracedCall: fc.Arbitrary<TracedCall> = fc
  .record({
    args,
    options,
    behaviour: fc.oneof(
      fc.constant<Behaviour>('returns'),
      fc.constantFrom(...(Object.keys(BEHAVIOURS) as Behaviour[])),
    ),
    effects: fc.constantFrom(...(Object.keys(EFFECTS) as (keyof typeof EFFECTS)[])),
    hasDryRun: fc.boolean(),
    callOptions: fc.record({ yes: fc.boolean(), dryRun: fc.boolean() }),
    inputIs: fc.oneof({ weight: 4, arbitrary: fc.constant<'fitting'>('fitting') }, fc.constantFrom(...INPUTS)),
    shared: maybe(parameter('profile', PROFILE, ['default', 'optional', 'required'])),
    isAround: fc.boolean(),
    isRelated: fc.boolean(),
    seed: fc.nat(),
  })
  .map((plan) => {
    const { behaviour, effects, hasDryRun, callOptions, seed, isAround, isRelated } = plan
    const done: string[] = []
    const sharedParameters = plan.shared === undefined ? [] : [plan.shared]
    const shared = sharedBy(sharedParameters, isAround, done)
    const body = bodyOf(behaviour, done)
    const made = command({
      description: 'x',
      args: shapeOf(plan.args),
      options: shapeOf(plan.options, isRelated ? RELATED : {}),
      ...(shared && { use: shared }),
      ...(behaviour !== 'streams' && { output: (behaviour === 'givesBytes' ? t.bytes() : OUTPUT) as never }),
      ...(EFFECTS[effects] && { effects: EFFECTS[effects] }),
      dryRun: hasDryRun,
      timeout: BEHAVIOURS[behaviour] === 'E4900' ? PATIENCE : '60s',
      run: (behaviour === 'streams'
        ? async function* (call: never) {
            yield await body(call)
          }
        : body) as never,
    })
    const parameters = [...plan.args, ...plan.options, ...sharedParameters]
    const { input, inputIs } = inputFor(parameters, plan.inputIs, seed, isRelated)
    const argumentKeys = plan.args.map(({ key }) => key)
    return {
      command: made as unknown as AnyCommand,
      done,
      input,
      inputIs,
      behaviour,
      effects,
      hasDryRun,
      callOptions,
      argumentKeys,
      shared,
      isAround,
    }
  })

/** An input of the wanted kind; a valid one if no parameter can be wrong in that way. */
function inputFor(
  parameters: readonly Parameter[],
  wanted: TracedCall['inputIs'],
  seed: number,
  isRelated: boolean,
): Pick<TracedCall, 'input' | 'inputIs'> {
  const pick = <T>(list: readonly T[], turn: number) => list[(seed + turn) % list.length]!
  const given = parameters.filter(({ need }, turn) => need === 'required' || (seed + turn) % 3 > 0)
  const values = Object.fromEntries(given.map(({ key, fitting }, turn) => [key, pick(fitting, turn)]))
  const input: Record<string, unknown> = { ...values, ...(isRelated && pick(AGREEING, 0)) }
  if (wanted === 'contradicting')
    return isRelated
      ? { input: { ...values, ...pick(CONTRADICTING, 0) }, inputIs: 'contradicting' }
      : { input, inputIs: 'fitting' }
  if (wanted === 'unknown') return { input: { ...input, nobodyKnows: 1 }, inputIs: 'unknown' }
  const candidates = parameters.filter((one) =>
    wanted === 'missing' ? one.need === 'required' : wanted !== 'fitting' && one[wanted].length > 0,
  )
  if (candidates.length === 0) return { input, inputIs: 'fitting' }
  const { key, ...chosen } = pick(candidates, 1)
  if (wanted === 'foreign' || wanted === 'outside')
    return { input: { ...input, [key]: pick(chosen[wanted], 2) }, inputIs: wanted }
  const { [key]: _, ...less } = input
  return { input: less, inputIs: 'missing' }
}
