import { existsSync } from 'node:fs'
import { validate } from '@atip/protocol'
import { afterAll, describe, expect, test } from 'vitest'
import { describeFromFiles } from './describe-static.js'
import { PlantedTools, FROB } from '../testing/planted-tools.js'

const field = new PlantedTools()
afterAll(() => field.clear())

const ofSystem = (name: string) => ({ path: `/usr/bin/${name}`, file: { path: `/usr/bin/${name}` } })

/** Options that POSIX requires, and well-known ones of GNU. */
const TOOLS: [string, string[]][] = [
  ['ls', ['-l', '-a', '--all', '--recursive']],
  ['cp', ['-r', '--recursive', '--force']],
  ['tar', ['-c', '--create', '--extract', '--file']],
  ['gzip', ['-d', '--decompress', '--keep']],
]

describe.skipIf(!existsSync('/usr/share/man/man1/ls.1.gz'))('tools of the system', () => {
  test.each(TOOLS)('%s is described by its manual page', (name, flags) => {
    const described = describeFromFiles({ name, path: [], program: ofSystem(name) })!
    const found = described.metadata.commands!['']!.options!.flatMap((option) => option.flags)
    expect(found).toEqual(expect.arrayContaining(flags))
    expect(validate(described.metadata, { profile: 'strict' }).valid).toBe(true)
  })

  test("a user's tool of the same name is not described by the system's page", () => {
    const program = field.tool('ls', FROB)
    expect(describeFromFiles({ name: 'ls', path: [], program })).toBeUndefined()
  })
})

test('names that could be something else stay names', () => {
  const text =
    '.TH X 1\n.SH NAME\nx \\- x\n.SH SYNOPSIS\nx COMMAND\n.SH COMMANDS\n.TP\n.B __proto__\nA\n.TP\n.B constructor\nB\n'
  field.put('share/man/man1/odd.1', text)
  const { metadata, commands } = describeFromFiles({ name: 'odd', path: [], program: field.tool('odd', FROB) })!
  expect(commands).toEqual(['__proto__', 'constructor'])
  expect(Object.keys(metadata.commands!)).toEqual(['__proto__', 'constructor'])
})
