import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { checkLine } from '../testing/check-line.js'

/** Lines in which coding agents read from services, or change something, show a secret or act as somebody else. */
const lines = readFileSync(new URL('../testing/remote-lines.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as { line: string; want: 'allow' | 'ask' })
const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
const isAllowed = ({ line }: { line: string }) => checkLine(line, places).decision === 'allow'

test('at most 5% of what agents read from services is asked about', () => {
  const reads = lines.filter(({ want }) => want === 'allow')
  expect(reads.length).toBeGreaterThanOrEqual(200)
  const asked = reads.filter((read) => !isAllowed(read))
  expect(asked.length / reads.length).toBeLessThanOrEqual(0.05)
})

test('what changes a service, shows its secrets or speaks as somebody else is never allowed', () => {
  const others = lines.filter(({ want }) => want === 'ask')
  expect(others.length).toBeGreaterThanOrEqual(200)
  expect(others.filter(isAllowed)).toEqual([])
})
