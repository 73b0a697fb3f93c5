import { findCommand, normalise, toArgv, type CallInput } from '@atip/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryDocument } from '../../../protocol/testing/arbitrary-document.js'
import { document, inputFor } from '../../../protocol/testing/arbitraries.js'
import { problemsOf } from '../../testing/rules/index.js'
import { viewsOf, type View } from '../../testing/rules/view.js'
import { compileTools, type CommandEntry, type CompileOptions, type Provider } from '../index.js'

const PROVIDERS: Provider[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'ai-sdk']
const options: fc.Arbitrary<CompileOptions> = fc.record({
  strict: fc.constantFrom(false, true, 'auto' as const),
  strategy: fc.constantFrom('discrete' as const, 'action' as const),
  resources: fc.boolean(),
})

test.each(PROVIDERS)('%s would take whatever is compiled from whatever is valid', (provider) => {
  const documents = fc.array(fc.oneof(document, arbitraryDocument), { maxLength: 3 })
  fc.assert(
    fc.property(documents, options, (tools, choice) => {
      const compiled = compileTools(tools, provider, choice)
      expect(problemsOf(provider, compiled.tools)).toEqual([])
      expect(viewsOf(provider, compiled.tools, () => {}).map(({ name }) => name)).toEqual([...compiled.index.keys()])
    }),
    { numRuns: 40 },
  )
})

/** What a model would send to make this call: the input by property name. */
function said({ properties }: CommandEntry, input: Required<CallInput>, view: View): Record<string, unknown> {
  const words = Object.create(null) as Record<string, unknown>
  for (const [property, { kind, name }] of Object.entries(properties)) {
    const given = kind === 'argument' ? input.arguments : input.options
    if (Object.hasOwn(given, name)) words[property] = given[name]
    else if (view.strict === true && (view.schema.required as string[]).includes(property)) words[property] = null
  }
  return words
}

/** Converts it back, using the index. */
function understood({ properties }: CommandEntry, words: Record<string, unknown>): Required<CallInput> {
  const input = { arguments: Object.create(null) as never, options: Object.create(null) as never }
  for (const [property, value] of Object.entries(words)) {
    const { kind, name } = properties[property]!
    const given = (kind === 'argument' ? input.arguments : input.options) as Record<string, unknown>
    if (value !== null) given[name] = value
  }
  return input
}

function argvOf(...call: Parameters<typeof toArgv>): string[] | string {
  try {
    return toArgv(...call)
  } catch (error) {
    return (error as Error).message
  }
}

/** Every command of a random tool, with an input that suits it. */
const calls = document.map(normalise).chain((tool) => {
  const entries = [...compileTools([tool], 'openai').index.values()] as CommandEntry[]
  const inputs = entries.map(({ path }) => inputFor(tool, findCommand(tool, path)!.command))
  return fc.tuple(fc.constant(tool), fc.tuple(...inputs))
})

test.each(PROVIDERS)('%s: what argv can carry can be said, fits the schema, and comes back as it was', (provider) => {
  // Each schema is used once, so optimising its check takes longer than running it.
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } })
  fc.assert(
    fc.property(calls, fc.boolean(), ([tool, inputs], strict) => {
      const compiled = compileTools([tool], provider, { strict })
      const views = viewsOf(provider, compiled.tools, () => {})
      for (const [index, entry] of ([...compiled.index.values()] as CommandEntry[]).entries()) {
        const input = inputs[index] as Required<CallInput>
        const view = views[index]!
        const words = said(entry, input, view)
        const isFine = ajv.validate(JSON.parse(JSON.stringify(view.schema)) as object, words)
        expect(isFine, `${ajv.errorsText()} in ${JSON.stringify(words)}`).toBe(true)
        const again = understood(entry, words)
        expect(again).toEqual(input)
        expect(argvOf(tool, entry.path, again)).toEqual(argvOf(tool, entry.path, input))
      }
    }),
    { numRuns: 40 },
  )
})
