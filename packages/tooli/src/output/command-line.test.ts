import { execFileSync } from 'node:child_process'
import { quoteLine } from '@atip/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapCommand } from './command-line.js'

test('a line that fits stays as it is', () => {
  expect(wrapCommand("tool find '*.ts'", 40)).toEqual(["tool find '*.ts'"])
})

test('a longer one breaks before flags, which keep their values', () => {
  expect(wrapCommand("tool find '*.ts' --root src --exclude 'a b'", 30)).toEqual([
    "tool find '*.ts' --root src \\",
    "  --exclude 'a b'",
  ])
})

test('an example of several lines is left to its author', () => {
  expect(wrapCommand('tool one |\n  tool two', 8)).toEqual(['tool one |', '  tool two'])
})

test('bash reads the same words from the broken line', () => {
  const words = fc.array(
    fc.string({ unit: 'grapheme-ascii' }).map((word) => word.replaceAll('\0', '')),
    { maxLength: 12 },
  )
  const lines = fc.sample(fc.tuple(words, fc.integer({ min: 10, max: 60 })), { numRuns: 200, seed: 7 })
  const script = lines.flatMap(([given, width]) => {
    const line = `show ${quoteLine(given)}`
    return [line, wrapCommand(line, width).join('\n')]
  })
  const printed = execFileSync('bash', ['-c', `show() { printf '<%s>' "$@"; echo; }\n${script.join('\n')}`], {
    encoding: 'utf8',
  })
  const answers = printed.trimEnd().split('\n')
  expect(answers).toHaveLength(script.length)
  for (let index = 0; index < answers.length; index += 2) expect(answers[index + 1]).toBe(answers[index])
})
