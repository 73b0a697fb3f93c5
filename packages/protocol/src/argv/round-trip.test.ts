import fc from 'fast-check'
import { expect, test } from 'vitest'
import { document, inputFor } from '../../testing/arbitraries.js'
import { normalise } from '../normalise.js'
import { readTool } from '../read.js'
import { isInvocable, walkCommands } from '../tree.js'
import { parseArgv } from './parse.js'
import { CallError, toArgv } from './to-argv.js'

const call = document.chain((value) => {
  const tool = normalise(value)
  const nodes = [...walkCommands(tool)].filter(({ command }) => isInvocable(command))
  if (nodes.length === 0) return fc.constant(undefined)
  return fc
    .constantFrom(...nodes)
    .chain(({ path, command }) => inputFor(tool, command).map((input) => ({ tool, path, input })))
})

test('a call written as argv is read back as the same call', () => {
  const counts = { written: 0, refused: 0 }
  fc.assert(
    fc.property(call, (sample) => {
      if (sample === undefined) return
      const { tool, path, input } = sample
      let argv: string[]
      try {
        argv = toArgv(tool, path, input)
      } catch (error) {
        // Some values cannot be written on some command lines; then this error is the right result.
        if (!(error instanceof CallError)) throw error
        expect(error.problems.map(({ code }) => code)).toEqual(['not-expressible'])
        counts.refused++
        return
      }
      counts.written++
      const parsed = parseArgv(tool, argv)
      const { leftovers } = parsed
      const read = {
        argv,
        leftovers,
        path: parsed.path,
        arguments: { ...parsed.arguments },
        options: { ...parsed.options },
      }
      expect(read).toEqual({
        argv,
        leftovers: [],
        path,
        arguments: { ...input.arguments },
        options: { ...input.options },
      })
    }),
    { numRuns: 2000 },
  )
  expect(counts.written).toBeGreaterThan(counts.refused * 4)
})

test('generated documents are valid', () => {
  fc.assert(
    fc.property(document, (value) => {
      expect(readTool(JSON.stringify(value)).problems.filter(({ severity }) => severity === 'error')).toEqual([])
    }),
  )
})

test('reading argv never throws, whatever the words', () => {
  fc.assert(
    fc.property(
      document,
      fc.array(fc.oneof(fc.string(), fc.stringMatching(/^-{0,2}[a-z]{0,4}=?$/)), { maxLength: 8 }),
      (value, words) => {
        const tool = normalise(value)
        expect(() => parseArgv(tool, ['tool', ...words])).not.toThrow()
      },
    ),
  )
})
