import { normalise, type AtipTool } from '@atip/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { compileTools, type CompileOptions, type Provider } from 'atip-bridge'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadCorpus } from '../packages/bridge/testing/corpus.js'
import { isFairRefusal, journeys, travel, type Journey } from '../packages/bridge/testing/round-trip.js'
import { viewsOf } from '../packages/bridge/testing/rules/index.js'
import { document } from '../packages/protocol/testing/arbitraries.js'
import { arbitraryDocument } from '../packages/protocol/testing/arbitrary-document.js'

const PROVIDERS: Provider[] = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'ai-sdk']
const STRICT: Provider[] = ['openai', 'openai-responses', 'anthropic', 'ai-sdk']

const WAYS: [Provider, CompileOptions][] = PROVIDERS.flatMap((provider) => {
  const strictness = STRICT.includes(provider) ? [false, true] : [false]
  // Responses and Chat Completions only differ in the wrapper, which both strategies produce.
  const strategies: CompileOptions['strategy'][] =
    provider === 'openai-responses' ? ['discrete'] : ['discrete', 'action']
  return strictness.flatMap((strict) =>
    strategies.map((strategy): [Provider, CompileOptions] => [provider, { strict, strategy }]),
  )
})

/** Tools with different syntax: bundled flags, long options with one dash, many groups, many choices. */
const REAL = 'git docker gh npm kubectl helm cargo tar ffmpeg vault find rsync'.split(' ')

let real: AtipTool[]
beforeAll(async () => {
  real = await loadCorpus(REAL)
})

/** Unusual syntax, and unusual names. The words of a partial tool cannot be parsed. */
const documents = fc.oneof(
  document,
  arbitraryDocument.map(({ partial: _partial, ...whole }) => whole),
)

describe.each(WAYS)('%s %j', (provider, options) => {
  test('whatever satisfies the schema of a random tool comes back from the command line as it was', () => {
    const shares = { made: 0, refused: 0 }
    const trips = documents.chain((one) => fc.tuple(...journeysOf([normalise(one)], provider, options)))
    const property = fc.property(trips, (list) => {
      for (const trip of list) {
        expect(misfitsOf(trip)).toEqual([])
        shares[outcomeOf(provider, trip)]++
      }
    })
    fc.assert(property, { numRuns: 20, endOnFailure: true })
    expect(shares.made).toBeGreaterThan(shares.refused)
  })

  test('and so it is with real tools', () => {
    const shares = { made: 0, refused: 0 }
    const trips = fc.constantFrom(...journeysOf(real, provider, options)).chain((journey) => journey)
    const property = fc.property(trips, (trip) => {
      shares[outcomeOf(provider, trip)]++
    })
    fc.assert(property, { numRuns: 60, endOnFailure: true })
    expect(shares.made).toBeGreaterThan(shares.refused)
  })
})

function journeysOf(tools: AtipTool[], provider: Provider, options: CompileOptions) {
  const { tools: compiled, index } = compileTools(tools, provider, options)
  return viewsOf(provider, compiled, () => {}).map(({ name, schema }) => {
    return journeys(name, schema, index)
  })
}

/** The call arrives unchanged, or is refused for a good reason. */
function outcomeOf(provider: Provider, trip: Journey): 'made' | 'refused' {
  const arrival = travel(provider, trip)
  if (arrival.ok) expect(arrival.differences).toEqual([])
  else expect(arrival.problems.filter((problem) => !isFairRefusal(trip, problem))).toEqual([])
  return arrival.ok ? 'made' : 'refused'
}

/**
 * `ownProperties`, because every object inherits a property called `constructor`. Each schema is used once, so
 * optimising its check would take longer than running it.
 */
const ajv = new Ajv2020({ strict: false, ownProperties: true, code: { optimize: false } })

function misfitsOf({ schema, input }: Journey): unknown[] {
  const isValid = ajv.compile(schema)
  return isValid(input) ? [] : (isValid.errors ?? [])
}
