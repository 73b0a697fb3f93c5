import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lookupShim } from '@atip/shims'
import { expect, test } from 'vitest'
import { createCommandRunner } from '../execute/runner.js'
import { resultFolder } from '../results/folder.js'
import type { ResultStore } from '../results/store.js'
import { createRuntime } from '../runtime.js'
import { toolsFromAtip } from '../sources/from-atip.js'
import { defineTool } from '../tool/define-tool.js'
import type { RuntimeTool } from '../tool/tool.js'

const full = (): never => {
  throw new Error('ENOSPC: no space left on device')
}
const results: ResultStore = { check: () => {}, keep: full, open: full, owns: () => false }

async function called(tool: RuntimeTool, input: object) {
  const approver = async () => ({ behavior: 'allow' as const })
  const runtime = createRuntime({ tools: [tool], results, lookup: lookupShim, approver })
  const [result] = await runtime.run(runtime.surface(), [{ id: '1', name: tool.name, input }]).results
  return result!
}

test('on a full disk a long result is still a success, with a preview that says so', async () => {
  const tool = defineTool({
    id: 'long',
    namespace: 'x',
    name: 'long',
    description: 'Long',
    input: {},
    maxInlineChars: 100,
    execute: () => `${'a'.repeat(500)}END`,
  })
  const result = await called(tool, {})
  expect(result).toMatchObject({
    status: 'succeeded',
    persistence: { strategy: 'drop_with_reason', reason: 'results_unavailable', original_size_bytes: 503 },
  })
  expect(result.content[0]!.text).toMatch(/^a{75}\n\[… .*\na+END\n\[The whole result has 503 bytes, .*ENOSPC.*\]$/s)
})

test('and so is the long output of a program', async () => {
  const runner = createCommandRunner({ results, limits: { inlineBytes: 40 } })
  const [tool] = toolsFromAtip(lookupShim('seq')!, runner)
  const result = await called(tool!, { last: '1000' })
  expect(result).toMatchObject({
    status: 'succeeded',
    structured_content: { exit_code: 0, stdout_bytes: 3_893, stdout_problem: 'ENOSPC: no space left on device' },
  })
  expect(result.content[0]!.text).toContain('999\n1000\n[All 3893 bytes of stdout could not be stored: ENOSPC')
})

test.each(['push', 'end'] as const)('a filter that fails at %s leaves no file that no result names', async (moment) => {
  const folder = mkdtempSync(join(tmpdir(), 'persist-'))
  try {
    const fail = (): never => {
      throw new Error('no filter')
    }
    let streams = 0
    // Only the filter of stderr fails at the end, when stdout is stored already.
    const filter = () => {
      const failing = { push: (chunk: Uint8Array) => chunk, end: () => new Uint8Array(), [moment]: fail }
      return moment === 'push' || streams++ === 1 ? failing : { ...failing, end: () => new Uint8Array() }
    }
    const runner = createCommandRunner({ results: resultFolder(folder), filter, limits: { inlineBytes: 40 } })
    const [tool] = toolsFromAtip(lookupShim('seq')!, runner)
    const result = await called(tool!, { last: '1000' })
    expect(result).toMatchObject({ status: 'failed', is_error: true })
    const named = JSON.stringify(result)
    expect(readdirSync(folder).filter((name) => !named.includes(name))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
