import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { command } from '../../callable/command.js'
import type { CliDefinition, CommandMap } from '../../define/types.js'
import { hostileText } from '../hostile-text.fixture.js'
import { partsOf } from '../outline.fixture.js'
import { skillName, skillText } from '../skill-text.js'

const cliOf = (more: Partial<CliDefinition<CommandMap>>): CliDefinition<CommandMap> => ({
  name: 'demo',
  version: '1.0.0',
  description: 'Show something',
  ...more,
})

const headOf = async (more: Partial<CliDefinition<CommandMap>>) =>
  parse(partsOf(await skillText(cliOf(more))).head) as Record<string, unknown>

test.each([
  ['notes', 'notes'],
  ['My_Tool 2', 'my-tool-2'],
  ['g++', 'g'],
  ['Café', 'cafe'],
  ['--x--y--', 'x-y'],
  ['日本', 'tool'],
  ['a'.repeat(63) + '-b', 'a'.repeat(63)],
])('%s is the skill %s', (name, expected) => {
  expect(skillName({ name })).toBe(expected)
})

test('a skill says what the tool does, and when to use it', async () => {
  const run = () => null
  const commands = {
    add: command({ description: 'Write a new note.', run }),
    pdf: command({ description: 'PDF of all', run }),
    old: command({ description: 'Hidden away', hidden: true, run }),
  }
  expect((await headOf({ commands })).description).toBe(
    'Show something. Use the command-line tool demo to write a new note; PDF of all.',
  )
  const prime = { primaryIntents: ['Remember', 'find again'] }
  expect((await headOf({ commands, prime })).description).toBe(
    'Show something. Use the command-line tool demo to remember; find again.',
  )
  expect((await headOf({})).description).toBe('Show something. Use the command-line tool demo for this.')
})

test('the head holds only fields of the format, each within its length', async () => {
  const long = await headOf({
    description: 'word '.repeat(500),
    homepage: 'https://example.org',
    name: 'n'.repeat(600),
  })
  expect(Object.keys(long)).toEqual(['name', 'description', 'compatibility', 'metadata'])
  expect(long.metadata).toEqual({ version: '1.0.0', homepage: 'https://example.org' })
  expect((long.name as string).length).toBe(64)
  expect((long.description as string).length).toBeLessThanOrEqual(1024)
  expect(long.description).toMatch(/word…$/)
  expect((long.compatibility as string).length).toBeLessThanOrEqual(500)
})

test.each(['on', 'No', 'true', 'null', '7zip', '1e5', '0x10'])('the name %s is read as text', async (name) => {
  expect((await headOf({ name })).name).toBe(name.toLowerCase())
})

/**
 * Characters that YAML 1.2 requires to be escaped (5.1), and those that it or a line-based reader could take for a line
 * break.
 */
const UNPRINTABLE = /[^\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|[\u2028\u2029]/u

test('whatever an author writes, a reader of YAML gets the words back', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, async (description, version) => {
      const written = partsOf(await skillText(cliOf({ description, version }))).head
      expect(written).not.toMatch(UNPRINTABLE)
      const head = parse(written) as Record<string, unknown>
      expect(head.name).toBe('demo')
      expect(head.metadata).toEqual({ version: version.toWellFormed() })
      const said = head.description as string
      expect(said).toMatch(/Use the command-line tool demo for this\.$/)
      expect(said).not.toMatch(/[<>\n\r\u0000-\u001f]/)
      const line = description.replaceAll(/\s+/g, ' ').trim().replaceAll('<', '‹').replaceAll('>', '›')
      // Invisible characters are shown in some form; the rest is unchanged.
      if (/[\p{C}\p{Zl}\p{Zp}]/u.test(line)) return
      compared++
      expect(said.startsWith(line)).toBe(true)
    }),
    { numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(50)
})
