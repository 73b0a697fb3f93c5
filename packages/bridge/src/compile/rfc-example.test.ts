import { existsSync, readFileSync } from 'node:fs'
import type { AtipDocument } from '@atip/protocol'
import { expect, test } from 'vitest'
import { toOpenAI, type OpenAITool } from '../index.js'

const rfc = new URL('../../../../../shared/seeds/atip-0.6-rfc.md', import.meta.url)
const isHere = existsSync(rfc)

/** The JSON under a heading of the RFC. */
function example(heading: string): unknown {
  const text = readFileSync(rfc, 'utf8')
  const section = text.slice(text.indexOf(heading))
  return JSON.parse(/```json\n([^]*?)```/.exec(section)![1]!)
}

/** The differences between 14.2 and what its own rules make of 14.1, and the decision about each. */
const DIFFERENCES: [decision: string, tool: string, change: (tool: OpenAITool['function']) => void][] = [
  [
    'decision 3: 14.1 has no descriptions of parameters, so their names speak',
    'gh_pr_list',
    ({ parameters }) => (parameters.properties.state!.description = 'state'),
  ],
  [
    'decision 34: a default is told in the description',
    'gh_pr_list',
    ({ parameters }) => (parameters.properties.state!.description += ' (default: open)'),
  ],
  [
    'decision 26: what is optional takes null, and so does its enum',
    'gh_pr_list',
    ({ parameters }) => {
      const state = parameters.properties.state!
      state.type = ['string', 'null']
      state.enum = [...state.enum!, null]
    },
  ],
  [
    'decision 3: 14.1 has no descriptions of parameters, so their names speak',
    'gh_repo_delete',
    ({ parameters }) => (parameters.properties.repo!.description = 'repo'),
  ],
  [
    'decision 22: the author’s punctuation is not edited',
    'gh_repo_delete',
    (tool) => (tool.description = tool.description.replace('repository. [', 'repository [')),
  ],
]

test.runIf(isHere || process.env.CI)('14.1 compiles to 14.2, but for differences that decisions settle', () => {
  const expected = example('### 14.2 Compiled to OpenAI') as OpenAITool[]
  for (const [, name, change] of DIFFERENCES) {
    const tool = expected.find((compiled) => compiled.function.name === name)!
    const before = JSON.stringify(tool)
    change(tool.function)
    expect(JSON.stringify(tool)).not.toBe(before)
  }
  const compiled = toOpenAI(example('### 14.1 GitHub CLI (gh)') as AtipDocument, { strict: true })
  const shown = ['gh_pr_list', 'gh_repo_delete']
  expect(compiled.filter((tool) => shown.includes(tool.function.name))).toEqual(expected)
  // 14.2 leaves two commands out.
  expect(compiled.map((tool) => tool.function.name)).toEqual([
    'gh_pr_list',
    'gh_pr_create',
    'gh_pr_merge',
    'gh_repo_delete',
  ])
})
