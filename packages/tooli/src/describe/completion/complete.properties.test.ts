import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { loadCommand, rootOf } from '../../model/tree.js'
import { findNode } from '../../parse/find-node.js'
import { readLine } from '../../parse/read-line.js'
import { complete } from './complete.js'
import { fixture } from './fixture.js'
import { completionTreeOf } from './tree.js'
import type { CompletionTree } from './types.js'

let tree: CompletionTree

beforeAll(async () => {
  tree = await completionTreeOf(fixture)
})

const word = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('deploy', 'ship', 'copy', 'remote', 'add', 'lazy', 'staging', 'nowhere', '__proto__', 'constructor'),
  fc.constantFrom('--', '-', '', '--output', '--output=', '--output=js', '-o', '-qo', '-ojs', '-rsrc', '--tag', '-é'),
)

test('every candidate begins with what was typed, on any line whatever', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), word, (words, typed) => {
      const { words: candidates, more } = complete(tree, words, typed)
      for (const candidate of candidates) expect(candidate.word.startsWith(typed)).toBe(true)
      if (more !== undefined) expect(more.prefix + more.value).toBe(typed)
    }),
    { numRuns: 2000 },
  )
})

test('no candidate is offered twice', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), word, (words, typed) => {
      const candidates = complete(tree, words, typed).words.map(({ word }) => word)
      expect(new Set(candidates).size).toBe(candidates.length)
    }),
  )
})

test('a line made of candidates is one the tool understands', async () => {
  const picks = fc.array(fc.record({ pick: fc.nat(), typed: fc.constantFrom('', '', '-', '--', '--output=', '-o') }), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(picks, async (steps) => {
      const words: string[] = []
      for (const { pick, typed } of steps) words.push(chosen(words, typed, pick))
      const { node } = await findNode(rootOf(fixture), words)
      if (node.kind === 'group') return
      const model = node.kind === 'lazy' ? await loadCommand(node) : node
      const { leftovers } = readLine('shop', model, words).parsed
      // A line may be incomplete, but nothing in it may be wrong.
      expect(leftovers.filter(({ reason }) => !reason.startsWith('missing-'))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

/** Built-in commands are parsed elsewhere. */
const ELSEWHERE = ['prime', 'completion']

/** One of the candidates; if only the user knows the value, one that is both text and a number. */
function chosen(words: readonly string[], typed: string, pick: number): string {
  const { words: candidates, more } = complete(tree, words, typed)
  if (more !== undefined) return `${more.prefix}${more.value === '' ? '' : './'}1`
  const offered = candidates.map(({ word }) => word).filter((word) => !ELSEWHERE.includes(word))
  return offered[pick % offered.length] ?? (typed === '' ? '1' : chosen(words, '', pick))
}
