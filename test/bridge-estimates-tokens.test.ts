import type { AtipTool } from '@atip/protocol'
import { compileTools, estimateTokens, renderListing, renderSignatures, type Provider } from 'atip-bridge'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { beforeAll, expect, test } from 'vitest'
import { loadCorpus } from '../packages/bridge/testing/corpus.js'

/** The part of each tool that can be counted quickly. */
const SIZE = 20_000

let corpus: AtipTool[]
beforeAll(async () => {
  corpus = await loadCorpus('git docker gh kubectl ffmpeg vault tar helm twilio sfdx'.split(' '))
})

/** The worst error of any tool; over a whole catalogue, errors could cancel out. */
function worstError(write: (tool: AtipTool) => string): number {
  const errors = corpus.map((tool) => {
    const text = write(tool).slice(0, SIZE)
    return Math.abs(estimateTokens(text) / countTokens(text) - 1)
  })
  return Math.max(...errors)
}

const PROVIDERS: Provider[] = ['openai', 'anthropic', 'gemini', 'mcp']

test.each(PROVIDERS)('the tokens of compiled tools are estimated within a tenth (%s)', (provider) => {
  expect(worstError((tool) => JSON.stringify(compileTools([tool], provider).tools))).toBeLessThan(0.1)
})

test('the tokens of signatures are estimated within a tenth, those of listings within a seventh', () => {
  expect(worstError((tool) => renderSignatures([tool]).text)).toBeLessThan(0.1)
  expect(worstError((tool) => renderListing([tool]).text)).toBeLessThan(0.15)
})

test('a rendering tells its tokens', () => {
  for (const render of [renderListing, renderSignatures]) {
    const { text, tokens } = render(corpus.slice(0, 1))
    expect(tokens).toBe(estimateTokens(text))
  }
})

test('signatures cost less than schemas, and a listing a fraction of them', () => {
  const git = corpus.slice(0, 1)
  const full = countTokens(JSON.stringify(compileTools(git, 'anthropic').tools))
  expect(countTokens(renderSignatures(git).text) / full).toBeLessThan(1)
  expect(countTokens(renderListing(git).text) / full).toBeLessThan(0.4)
})
