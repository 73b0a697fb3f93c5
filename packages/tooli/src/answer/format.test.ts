import { expect, test } from 'vitest'
import { command, defineCli, t } from '../index.js'
import { run } from '../testing/index.js'

const wipe = command({
  description: 'Wipe a disk',
  args: t.object({ disk: t.enum(['sda', 'sdb'], 'Which') }),
  options: t.object({
    passes: t.integer('How often').short('p').default(1),
    fast: t.boolean('Quickly').default(false),
  }),
  effects: { destructive: true },
  run: () => null,
})
const list = command({ description: 'List disks', aliases: ['ls'], run: () => [] })
const show = command({ description: 'Show parts', run: () => [] })
const definition = {
  name: 'disks',
  version: '2.0.0',
  description: 'Disks',
  commands: { wipe, part: { '': show, list } },
}
const both = defineCli({ ...definition, formats: ['introspect-cli', 'cli-schema'] })

test('a tool that offers it prints what cli-schema.org describes', async () => {
  const { document, code } = await run(both, ['__schema'])
  expect(code).toBe(0)
  expect(document).toMatchObject({
    schemaVersion: 1,
    name: 'disks',
    version: '2.0.0',
    reservedMetaCommands: ['__schema'],
    namespaces: [
      { segment: 'part', defaultCommand: { kind: 'namespace' }, commands: [{ name: 'list', aliases: ['ls'] }] },
    ],
  })
  const { commands } = document as { commands: { name: string }[] }
  expect(commands.find(({ name }) => name === 'wipe')).toEqual({
    name: 'wipe',
    summary: 'Wipe a disk',
    parameters: [
      { role: 'positional', name: 'disk', type: 'enum', required: true, summary: 'Which', enumValues: ['sda', 'sdb'] },
      { role: 'flag', name: 'passes', shortName: 'p', type: 'integer', required: false, summary: 'How often' },
      { role: 'flag', name: 'fast', type: 'boolean', required: false, summary: 'Quickly' },
    ],
    intent: { destructive: true },
  })
})

test('a tool that offers it prints what systemd describes', async () => {
  const { document } = await run(both, ['--introspect-cli'])
  const { mediaType, commands } = document as { mediaType: string; commands: { verbs: { names: string[] }[] }[] }
  expect(mediaType).toBe('application/vnd.io.systemd.cli-introspection-0')
  expect(commands[0]).toMatchObject({ names: ['disks'], version: '2.0.0', abstract: ['Disks'] })
  expect(commands[0]!.verbs.find(({ names }) => names[0] === 'wipe')).toEqual({
    names: ['wipe'],
    abstract: ['Wipe a disk'],
    options: [
      { names: ['-p', '--passes'], argument: 'required_argument', metavar: 'PASSES', help: 'How often' },
      { names: ['--fast', '--no-fast'], argument: 'no_argument', help: 'Quickly' },
    ],
  })
})

test.each(['__schema', '--introspect-cli'])('%s is a mistake where it is not switched on', async (word) => {
  expect((await run(defineCli(definition), [word])).code).toBe(2)
})
