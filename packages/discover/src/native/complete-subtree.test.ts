import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { completeSubtree } from './complete-subtree.js'
import { describe as describing, Field, isSkipped, PATIENT, printing, untilAllAreGone } from './field.test-data.js'
import { findDescription } from './store.js'

const MEBIBYTE = 2 ** 20

describe.skipIf(isSkipped)('a tool with very much to say', () => {
  let field: Field
  const folders: string[] = []

  beforeEach(() => {
    field = new Field()
    folders.push(field.folder)
  })
  afterEach(() => field.clear())
  afterAll(() => untilAllAreGone(folders))

  /** Prints 50 MB of description, and less for `--depth` if it supports that. */
  const talker = (knowsDepth: boolean) => `#!/usr/bin/perl
my $few = '"a":{"description":"first","_truncated":true},"b":{"description":"second"}';
my $many = join ',', map { '"c' . $_ . '":{"description":"' . 'd' x 1000 . '"}' } 1 .. 50_000;
my $short = ${knowsDepth ? "grep { $_ eq '--depth=1' } @ARGV" : '0'};
print '{"atip":{"version":"0.6"},"name":"talker","version":"1","description":"","commands":{', $short ? $few : $many, '}}';
`

  test('7 MiB are not too much', async () => {
    const seven = `#!/bin/sh\nprintf '{"atip":"0.3","name":"seven","version":"1","description":"'
head -c ${7 * MEBIBYTE} /dev/zero | tr '\\0' 7\necho '"}'\n`
    const { tool } = await field.ask(field.plant('seven', seven))
    expect(tool?.description).toHaveLength(7 * MEBIBYTE)
    expect(tool).not.toHaveProperty('partial')
  })

  test('50 MB are too much', async () => {
    expect(await field.ask(field.plant('talker', talker(false)))).toMatchObject({ outcome: 'flooded' })
  })

  test('who knows --depth is asked for the top level, which is marked as a part', async () => {
    expect(await field.ask(field.plant('talker', talker(true)))).toMatchObject({
      outcome: 'described',
      tool: { partial: true, omitted: { reason: 'depth-limited', safetyAssumption: 'unknown' } },
    })
  })

  /** Answers `--depth=1` and `--commands=`, and is too slow to print everything. */
  const tree = `#!/usr/bin/env node
const leaf = (description) => ({ description, effects: { network: true } })
const group = (name) => ({ description: name, commands: { create: leaf('creates a ' + name), close: leaf('closes a ' + name) } })
const commands = { pr: group('pr'), issue: group('issue'), status: leaf('tells') }
const value = (flag) => process.argv.find((word) => word.startsWith(flag + '='))?.slice(flag.length + 1)
const tool = { atip: { version: '0.6' }, name: 'tree', version: '1', description: 'A tree', totalCommands: 5 }
const [depth, wanted] = [value('--depth'), value('--commands')]
if (depth === '1') {
const top = Object.entries(commands).map(([name, { commands: below, ...own }]) => [name, below ? { ...own, _truncated: true } : own])
tool.partial = true
tool.commands = Object.fromEntries(top)
} else if (wanted) {
const [name, below] = wanted.split('/')
const all = commands[name]
tool.partial = true
tool.commands = all && { [name]: below ? { ...all, commands: { [below]: all.commands[below] }, _truncated: true } : all }
} else {
tool.commands = { all: { description: 'x'.repeat(9 * ${MEBIBYTE}) } }
}
console.log(JSON.stringify(tool))
`

  test('subtrees are asked for when they are wanted, and kept, until nothing is missing', async () => {
    const program = field.plant('tree', tree)
    expect(await field.ask(program)).toMatchObject({ outcome: 'described', tool: { partial: true, totalCommands: 5 } })
    const complete = async (...path: string[]) =>
      completeSubtree(await field.sandbox(), program, { store: field.places, path, limits: PATIENT })

    field.questions = []
    expect(await complete('status')).toMatchObject({ ok: true, asked: false })
    expect(await complete('nothing', 'here')).toMatchObject({ ok: false, outcome: 'unknown-command' })
    expect(field.questions).toEqual([])

    expect(await complete('pr', 'create')).toMatchObject({ ok: true, asked: true, tool: { partial: true } })
    expect(await complete('pr', 'create')).toMatchObject({ ok: true, asked: false })
    expect(field.questions).toEqual([['--agent', '--commands=pr/create']])
    const [pr, issue] = await Promise.all([complete('pr'), complete('issue')])
    expect([pr, issue]).toMatchObject([{ ok: true }, { ok: true }])

    const { tool } = findDescription(field.places, program).found!
    expect(tool).toMatchObject({ totalCommands: 5, includedCommands: 5, trust: { source: 'native' } })
    expect(tool.commands!.issue!.commands!.close).toMatchObject({ effects: { network: true } })
    for (const mark of ['partial', 'omitted', '_completed']) expect(tool).not.toHaveProperty(mark)
    expect(JSON.stringify(tool)).not.toContain('_truncated')
    expect(await complete('pr', 'close')).toMatchObject({ ok: true, asked: false })
    expect(field.questions).toHaveLength(3)
  })

  test('what a tool left out by itself may be anywhere, and only what can be a command is asked for', async () => {
    const omitted = { reason: 'size-limited', safetyAssumption: 'unknown' }
    const program = field.plant('some', printing(describing('some', { partial: true, omitted, commands: {} })))
    expect(await field.ask(program)).toMatchObject({ outcome: 'described', tool: { omitted } })
    field.questions = []
    const complete = async (...path: string[]) =>
      completeSubtree(await field.sandbox(), program, { store: field.places, path, limits: PATIENT })
    expect(await complete('deep', 'down')).toMatchObject({ ok: false, outcome: 'unknown-command' })
    for (const odd of ['--help', 'a,b', 'a/b', 'a b', 'a\nb', ''])
      expect(await complete(odd)).toMatchObject({ ok: false })
    expect(await complete()).toMatchObject({ ok: false })
    expect(field.questions).toEqual([['--agent', '--commands=deep/down']])
  })

  test('a subtree of a tool that never described itself', async () => {
    const options = { store: field.places, path: ['a'] }
    expect(await completeSubtree(await field.sandbox(), field.plant('tree', tree), options)).toMatchObject({
      ok: false,
      outcome: 'unknown-tool',
    })
  })
})
