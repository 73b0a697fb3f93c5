/** The cost of importing and compiling, how compiling scales, and the tokens of each form of a catalogue. */
import { mkdirSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import {
  compileTools,
  createRedactor,
  estimateTokens,
  renderListing,
  renderSignatures,
} from '../packages/bridge/dist/index.js'
import { countInvocable, normalise } from '../packages/protocol/dist/index.js'
import { importCost } from './import-cost.mjs'
import { compareInProcess } from './measure.mjs'
import { sampleTool } from './sample-tool.mjs'

const PROVIDERS = ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'ai-sdk']

/** Exactly a hundred, and a thousand, commands. */
const HUNDRED = 'git ls grep find curl ssh rsync tsc ffmpeg'.split(' ')
const THOUSAND = 'git docker gh kubectl npm helm vault doctl cargo yarn brew'.split(' ')

export async function* run() {
  yield importCost(['protocol', 'bridge'], {
    'import of atip-bridge': `import 'atip-bridge'`,
    'import and first use': `import { compileTools } from 'atip-bridge'; compileTools([], 'openai')`,
  })
  const loadCorpus = await corpusLoader()
  yield compiling('made up', [normalise(sampleTool(10_000))])
  yield compiling('real', await loadCorpus())
  yield growth()
  yield redacting()
  yield tokens(await Promise.all([HUNDRED, THOUSAND].map((names) => loadCorpus(names))))
}

/** The corpus of the tests, which is TypeScript, compiled to a module beside the installed packages. */
async function corpusLoader() {
  const folder = `${import.meta.dirname}/.peers/bridge`
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [`${import.meta.dirname}/../packages/bridge/testing/corpus.ts`],
    outfile: `${folder}/corpus.mjs`,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    // Ignores this repository's paths, which lead to the sources.
    tsconfigRaw: {},
    logLevel: 'error',
  })
  return (await import(`${folder}/corpus.mjs`)).loadCorpus
}

function compiling(kind, tools) {
  const copy = 'JSON.parse(JSON.stringify(…))'
  const cases = { [copy]: () => JSON.parse(JSON.stringify(tools)) }
  for (const provider of PROVIDERS) cases[provider] = () => compileTools(tools, provider)
  cases['openai, strict'] = () => compileTools(tools, 'openai', { strict: true })
  cases['openai, action'] = () => compileTools(tools, 'openai', { strategy: 'action' })
  const cpu = compareInProcess(cases, { rounds: 9 })
  const count = countOf(tools)
  const rows = Object.entries(cpu).map(([name, time]) => ({
    name,
    ms: time / 1000,
    ratio: time / cpu[copy],
    'µs each': time / count,
  }))
  return { title: `Compiling ${count} ${kind} commands, against a copy of their metadata`, rows }
}

function growth() {
  const rows = [1000, 10_000, 100_000].map((count) => {
    const tools = [normalise(sampleTool(count))]
    const cases = Object.fromEntries(PROVIDERS.map((provider) => [provider, () => compileTools(tools, provider)]))
    const cpu = compareInProcess(cases, { rounds: 5 })
    const each = PROVIDERS.map((provider) => [`${provider}, µs each`, cpu[provider] / count])
    return { commands: count, ...Object.fromEntries(each) }
  })
  return { title: 'Growth: CPU per command stays level if the whole is linear', rows }
}

/** Tokens of o200k_base. */
function tokens(catalogues) {
  const rows = catalogues.flatMap((tools) => {
    const json = (provider, options) => JSON.stringify(compileTools(tools, provider, options).tools)
    const forms = {
      'openai tools': json('openai'),
      'openai tools, strict': json('openai', { strict: true }),
      'openai tools, action': json('openai', { strategy: 'action' }),
      'anthropic tools': json('anthropic'),
      'gemini tools': json('gemini'),
      'mcp tools': json('mcp'),
      signatures: renderSignatures(tools).text,
      listing: renderListing(tools).text,
    }
    const commands = countOf(tools)
    const full = countTokens(forms['openai tools'])
    return Object.entries(forms).map(([form, text]) => {
      const count = countTokens(text)
      const share = count / full
      return { commands, form, tokens: count, 'per command': count / commands, share, estimate: estimateTokens(text) }
    })
  })
  return { title: 'Tokens of a catalogue, against the tools of OpenAI', rows }
}

function countOf(tools) {
  return tools.reduce((sum, tool) => sum + countInvocable(tool), 0)
}

/** Megabytes per second of CPU time, for a whole text and for the same text in chunks. */
function redacting() {
  const root = `${import.meta.dirname}/..`
  const samples = {
    'lock file': readFileSync(`${root}/package-lock.json`, 'utf8'),
    'source code': readFileSync(`${root}/packages/guard/src/check-line.ts`, 'utf8'),
    prose: readFileSync(`${root}/docs/guard.md`, 'utf8'),
  }
  const redact = createRedactor()
  const rows = Object.entries(samples).map(([name, sample]) => {
    // A flat string: the first search would flatten the result of `repeat`.
    const text = Buffer.from(sample.repeat(Math.ceil(5_000_000 / sample.length))).toString()
    const inPieces = () => {
      const stream = redact.stream()
      for (let at = 0; at < text.length; at += 65_536) stream.push(text.slice(at, at + 65_536))
      stream.end()
    }
    return { text: name, 'MB/s': speed(() => redact(text), text), 'MB/s, in pieces': speed(inPieces, text) }
  })
  return { title: 'removing secrets, CPU', rows }
}

function speed(work, text) {
  work()
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return Buffer.byteLength(text) / (user + system)
}
