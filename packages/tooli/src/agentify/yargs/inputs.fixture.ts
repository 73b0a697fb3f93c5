/** Inputs for commands of a description, as an agent could give them. */
import type { Argument, AtipTool, CallInput, Command, InputValue, Option } from '@atip/protocol'
import fc from 'fast-check'

type Values = Record<string, InputValue>

/** Texts that have misled parsers before. */
const ODD = ['', '-', '--', '-x', '--force', '--no-force', '-5', 'true', 'false', '007', '1e3', '0x1f', '"q"', "'q'"]
const MORE = ['a b', 'a=b', '=', '--a=b', 'add', 'é', '\n', '@x', '~', '*', 'constructor', '__proto__']

export const anyText = fc.oneof(fc.string(), fc.constantFrom(...ODD, ...MORE))

/** Every required parameter and some of the others; optional arguments have no gaps. */
export function inputsFor(
  tool: AtipTool,
  command: Command,
  text: (parameter: Argument | Option) => fc.Arbitrary<string>,
): fc.Arbitrary<Required<CallInput>> {
  const { arguments: operands = [], options = [] } = command
  const taken = new Set(options.map(({ name }) => name))
  const globals = (tool.globalOptions ?? []).filter(({ name }) => !taken.has(name))
  const givable = [...options, ...globals].filter((option) => option['x-atip']?.harmless === undefined)
  return fc.record({
    arguments: fc.nat(operands.length).chain((count) => {
      return valuesFor(
        operands.filter(({ required }, index) => required !== false || index < count),
        true,
        text,
      )
    }),
    options: valuesFor(givable, false, text),
  })
}

function valuesFor(
  parameters: readonly (Argument | Option)[],
  areAllGiven: boolean,
  text: (parameter: Argument | Option) => fc.Arbitrary<string>,
): fc.Arbitrary<Values> {
  const entries = parameters.map((parameter) => {
    const value = valueFor(parameter, text(parameter))
    const isGiven = areAllGiven || parameter.required === true
    return fc.tuple(fc.constant(parameter.name), isGiven ? value : fc.option(value, { nil: undefined }))
  })
  return fc
    .tuple(...entries)
    .map((given) => Object.fromEntries(given.filter((entry): entry is [string, InputValue] => entry[1] !== undefined)))
}

function valueFor(parameter: Argument | Option, text: fc.Arbitrary<string>): fc.Arbitrary<InputValue> {
  const { arity, optionalValue } = parameter['x-atip'] ?? {}
  const word = wordFor(parameter, text)
  const once: fc.Arbitrary<InputValue> =
    arity === undefined ? word : fc.array(word, { minLength: arity, maxLength: arity })
  const value = optionalValue === true ? fc.oneof(once, fc.constant(true)) : once
  const isMultiple = parameter.type === 'array' || parameter.variadic === true
  return isMultiple ? fc.array(value, { minLength: 1, maxLength: 4 }) : value
}

function wordFor(parameter: Argument | Option, text: fc.Arbitrary<string>): fc.Arbitrary<InputValue> {
  const { type = 'string', enum: choices } = parameter.type === 'array' ? (parameter.items ?? {}) : parameter
  if (choices !== undefined) return fc.constantFrom(...choices)
  switch (type) {
    case 'boolean': {
      const isSwitch = parameter.flags !== undefined && parameter.type === 'boolean'
      const isNegatable = parameter.flags?.some((flag) => flag.startsWith('--no-')) === true
      return isSwitch && !isNegatable ? fc.constant(true) : fc.boolean()
    }
    case 'integer':
      return fc.integer()
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    default:
      return text
  }
}
