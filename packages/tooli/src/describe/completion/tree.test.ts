import { expect, test } from 'vitest'
import { command } from '../../callable/command.js'
import { t } from '../../schema/t.js'
import { fixture, loads } from './fixture.js'
import { completionTreeOf } from './tree.js'
import type { CompletionCommand } from './types.js'

const find = ({ commands = [] }: CompletionCommand, name: string) => commands.find((child) => child.name === name)!

test('a tree is plain data that survives a manifest', async () => {
  const tree = await completionTreeOf(fixture)
  expect(JSON.parse(JSON.stringify(tree))).toEqual(tree)
})

test('hidden commands, options and built-in flags are left out', async () => {
  const { root, builtIn } = await completionTreeOf(fixture)
  expect(JSON.stringify(root)).not.toMatch(/purge|hidden|secretly/i)
  expect(builtIn.map(({ key }) => key)).not.toContain('depth')
})

test('a command has its other names, options and arguments', async () => {
  const { root } = await completionTreeOf(fixture)
  const deploy = find(root, 'deploy')
  expect(deploy).toMatchObject({ description: 'Put a version: live', aliases: ['ship'] })
  expect(deploy.options).toEqual([
    { key: 'root', flags: ['-r', '--root'], description: 'Where the\tcode is', takesValue: true, path: 'directories' },
    { key: 'config', flags: ['-c', '--config'], description: 'Settings', takesValue: true, path: 'files' },
    { key: 'force', flags: ['-f', '--force', '--no-force'], description: 'Even with\nopen changes' },
    {
      key: 'tag',
      flags: ['--tag'],
      description: 'Marks',
      takesValue: true,
      isRepeatable: true,
      choices: ['red', 'green blue', 'x=y'],
    },
    { key: 'limit', flags: ['--limit'], description: 'Own limit', takesValue: true },
  ])
  expect(deploy.arguments).toEqual([
    { key: 'stage', description: 'Where to', choices: ['staging', 'production'] },
    { key: 'branch', description: 'What to put there', dynamic: true },
  ])
  expect(find(root, 'copy').arguments?.[1]).toEqual({ key: 'sources', isVariadic: true, path: 'files' })
})

test('a lazy command is loaded for it', async () => {
  const { root } = await completionTreeOf(fixture)
  expect(find(root, 'lazy').options).toMatchObject([{ key: 'level', choices: ['1', '2', '3'] }])
})

test('with the words of a line, only the commands they name are loaded and read', async () => {
  const before = loads.count
  const { root } = await completionTreeOf(fixture, ['deploy'])
  expect(find(root, 'lazy')).toEqual({ name: 'lazy', description: 'Loaded when needed', aliases: ['slow'] })
  expect(find(root, 'copy')).toEqual({ name: 'copy', description: 'Copy files' })
  expect(find(root, 'deploy').options).toHaveLength(5)
  expect(loads.count).toBe(before)
  expect(find((await completionTreeOf(fixture, ['slow'])).root, 'lazy').options).toHaveLength(1)
  expect(loads.count).toBe(before + 1)
})

test('every tool has the built-in commands, unless it has commands of these names', async () => {
  const { root } = await completionTreeOf(fixture)
  expect(find(root, 'prime').options?.map(({ flags }) => flags[0])).toContain('--agent-id')
  expect(find(root, 'completion').arguments?.[0]?.choices).toEqual([
    'bash',
    'zsh',
    'fish',
    'powershell',
    'install',
    'uninstall',
  ])
  const prime = command({ description: 'Primes', run: () => ({}) })
  const own = await completionTreeOf({ ...fixture, commands: { prime } })
  expect(own.root.commands?.map(({ description }) => description)).toContain('Primes')
  const names = own.root.commands?.map(({ name }) => name)
  expect(names).toEqual(['prime', 'skill', 'docs', 'mcp', 'contract', 'completion'])
})

test('a tool without subcommands has the options and arguments of its one command', async () => {
  const only = command({ description: 'Only', args: t.object({ file: t.path() }), run: () => ({}) })
  const { root } = await completionTreeOf({ name: 'only', version: '1', description: 'Only', command: only })
  expect(root.arguments).toEqual([{ key: 'file', path: 'files' }])
})
