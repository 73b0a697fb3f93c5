import { countInvocable, type AtipTool } from '@atip/protocol'
import type { Limits, OpenedSandbox, Sandbox } from '@atip/sandbox'
import { CatalogError } from '../catalog/error.js'
import type { CatalogProgram } from '../types.js'
import { askAgent, type AskResult, type Failing } from './ask.js'
import { hasChanged } from './files.js'
import { plain } from './plain.js'
import { openShipped, type ShippedFinder } from './shipped.js'
import { findDescription, findFailure, forgetDescription, isDurable, keepDescription, keepFailure } from './store.js'
import type { StorePlaces } from './store.js'

export interface ProbeOptions {
  store: StorePlaces
  signal?: AbortSignal
  onProgress?: (done: number, total: number, name: string) => void
  /** Ask all given programs, including those that cannot know `--agent` or were asked before. */
  insist?: boolean
  limits?: Partial<Limits>
  /** Finds shipped descriptions; by default each folder is listed again. */
  shipped?: ShippedFinder
  now?: () => Date
}

export interface ProbeReport {
  /** One for each program that could answer, in the given order. */
  results: ProbeResult[]
  /** How many were asked; the others had a stored result. */
  asked: number
  /** How many were skipped, because `atip` does not occur in their bytes. */
  passedOver: number
}

export interface ProbeResult {
  program: CatalogProgram
  outcome: 'described' | 'no-sandbox' | 'changed' | Failing
  /** A sentence about the program, without its name, safe to display. */
  reason: string
  /** Whether the result was stored before, so that nothing was run. */
  known: boolean
  tool?: AtipTool
}

/** Programs asked in parallel. */
const AT_ONCE = 4

/**
 * Asks programs to describe themselves and stores the answers. A description shipped with a program is read instead of
 * running it. Other programs are run only if `atip` occurs in their bytes, and only once, because a program may do
 * anything when it gets an option it does not know (decision 60). The sandbox is opened when first needed.
 */
export async function probe(
  open: () => Promise<OpenedSandbox>,
  programs: readonly CatalogProgram[],
  options: ProbeOptions,
): Promise<ProbeReport> {
  const find = options.shipped ?? openShipped()
  const shipped = new Map(options.insist ? [] : programs.map((program) => [program, find(program)]))
  const candidates = options.insist
    ? programs
    : programs.filter((program) => program.file.mentionsAtip || shipped.get(program) !== undefined)
  const results = candidates.map((program) => {
    if (options.insist) return undefined
    const tool = shipped.get(program)
    return tool === undefined ? knownResult(program, options.store) : keepShipped(program, tool, options.store)
  })
  const waiting = [...results.keys()].filter((index) => results[index] === undefined)
  const asked = waiting.length
  const opened = asked === 0 ? undefined : await open()
  let done = 0
  const work = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const program = candidates[index]!
      options.onProgress?.(done, asked, program.name)
      results[index] = opened?.ok ? await askAndKeep(opened.sandbox, program, options) : withoutSandbox(program, opened)
      done++
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, asked) }, work))
  if (asked > 0) options.onProgress?.(done, asked, '')
  return {
    results: results.filter((result) => result !== undefined),
    asked: opened?.ok === true ? asked : 0,
    passedOver: programs.length - candidates.length,
  }
}

function keepShipped(program: CatalogProgram, tool: AtipTool, store: StorePlaces): ProbeResult {
  const { found } = findDescription(store, program)
  const known = found?.isAnswer === true && JSON.stringify(found.tool) === JSON.stringify(tool)
  const result = described(program, tool, { known })
  try {
    if (!known) keepDescription(store, program, tool)
    return result
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { ...result, reason: `${result.reason}; this could not be kept: ${plain(error.message, 300)}` }
  }
}

function knownResult(program: CatalogProgram, store: StorePlaces): ProbeResult | undefined {
  const { found } = findDescription(store, program)
  // A description that another program or the user stored is not the answer of these bytes.
  if (found?.isAnswer === true) return described(program, found.tool, { known: true })
  const failure = findFailure(store, program)
  return failure && { program, outcome: failure.outcome, reason: failure.reason, known: true }
}

async function askAndKeep(sandbox: Sandbox, program: CatalogProgram, options: ProbeOptions): Promise<ProbeResult> {
  const { signal, limits } = options
  const answer = await askAgent(sandbox, program, { ...(signal && { signal }), ...(limits && { limits }) })
  if (hasChanged(program)) {
    return { program, outcome: 'changed', reason: 'it changed while it was asked; scan again', known: false }
  }
  const result: ProbeResult = answer.ok
    ? described(program, answer.tool, { known: false })
    : { program, outcome: answer.outcome, reason: answer.reason, known: false }
  try {
    keep(program, answer, options)
    return result
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { ...result, reason: `${result.reason}; this could not be kept: ${plain(error.message, 300)}` }
  }
}

function keep(program: CatalogProgram, answer: AskResult, { store, now = () => new Date() }: ProbeOptions): void {
  if (answer.ok) return void keepDescription(store, program, answer.tool)
  const { outcome, reason } = answer
  if (!isDurable(outcome)) return
  // A new answer replaces an earlier one; a timeout does not.
  if (outcome === 'not-described' || outcome === 'refused') forgetDescription(store, program)
  keepFailure(store, program, { at: now().toISOString(), outcome, reason })
}

function described(program: CatalogProgram, tool: AtipTool, { known }: { known: boolean }): ProbeResult {
  const count = countInvocable(tool)
  const part = tool.partial === true ? ' of its top level, with the rest to be asked for' : ''
  const reason = `it describes ${count} ${count === 1 ? 'command' : 'commands'}${part}`
  return { program, outcome: 'described', reason, known, tool }
}

function withoutSandbox(program: CatalogProgram, opened: OpenedSandbox | undefined): ProbeResult {
  const { reasons, advice } = opened?.ok === false ? opened : { reasons: [], advice: [] }
  const why = plain([...reasons, ...advice].join('; '), 400)
  return { program, outcome: 'no-sandbox', reason: `it was not asked, as there is no sandbox: ${why}`, known: false }
}
