import { readFileSync } from 'node:fs'
import { Flags, Parser } from '@oclif/core'
import { defineCittyPlugin, defineCommand, runCommand } from 'citty'
import { Command, CommanderError, Option } from 'commander'
import yargs from 'yargs'
import { describe, expect, test } from 'vitest'

/** Cells of docs/tooli-and-others.md that are marked as run, by row and column. */
const page = readFileSync(new URL('../docs/tooli-and-others.md', import.meta.url), 'utf8')

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const table = page.split('\n').filter((line) => line.startsWith('| '))
const [head, ...rows] = table
  .slice(
    0,
    table.findIndex((line) => line.startsWith('| ●')),
  )
  .map(cellsOf)
const marked = (mark: string) =>
  rows.flatMap(([feature, ...cells]) =>
    cells.flatMap((cell, index) => (cell.startsWith(mark) ? [`${head![index + 1]!.split(' ')[0]}: ${feature}`] : [])),
  )

const program = () => new Command().exitOverride().configureOutput({ writeErr: () => {} })
const asked = (words: string) => ['node', 'x', ...words.split(' ').filter((word) => word !== '')]
const parsed = (words: string) =>
  yargs(words.split(' '))
    .locale('en')
    .exitProcess(false)
    .fail((message) => {
      throw new Error(message)
    })

/** The features of each peer, checked by running it. */
const RUN: Record<string, () => unknown> = {
  'commander: a group with a command of its own'() {
    const seen: string[] = []
    const tool = program()
    const remote = tool.command('remote')
    remote.command('show', { isDefault: true }).action(() => void seen.push('show'))
    remote.command('add').action(() => void seen.push('add'))
    tool.parse(asked('remote')).parse(asked('remote add'))
    expect(seen).toEqual(['show', 'add'])
  },
  async 'commander: code around commands'() {
    const seen: string[] = []
    const tool = program()
      .hook('preAction', () => void seen.push('before'))
      .hook('postAction', () => void seen.push('after'))
    tool.command('act').action(() => void seen.push('act'))
    await tool.parseAsync(asked('act'))
    expect(seen).toEqual(['before', 'act', 'after'])
  },
  'commander: shared options'() {
    let given
    const tool = program().option('--profile <name>')
    tool.command('act').action((_, command: Command) => void (given = command.optsWithGlobals()))
    tool.parse(asked('--profile work act'))
    expect(given).toEqual({ profile: 'work' })
  },
  'commander: conflicts, requires, implies'() {
    const tool = program().option('--port <n>').addOption(new Option('--off').conflicts('port'))
    expect(() => tool.parse(asked('--off --port 1'))).toThrow(CommanderError)
    const drinks = program()
      .option('--drink <size>')
      .addOption(new Option('--free').implies({ drink: 'small' }))
    expect(drinks.parse(asked('--free')).opts()).toEqual({ free: true, drink: 'small' })
  },
  'commander: framework flags renamed or off'() {
    const tool = program().version('1.0.0', '-v, --vers').helpOption(false)
    expect(() => tool.parse(asked('--vers'))).toThrow('1.0.0')
    expect(() => tool.parse(asked('--help'))).toThrow('unknown option')
  },
  'commander: pass-through'() {
    const tool = program().option('-q').argument('[words...]').passThroughOptions()
    expect(tool.parse(asked('-q eslint --fix -q')).args).toEqual(['eslint', '--fix', '-q'])
  },
  async 'yargs: a group with a command of its own'() {
    const seen: string[] = []
    const inside = (tool: ReturnType<typeof yargs>) =>
      tool.command('$0', '', {}, () => void seen.push('show')).command('add', '', {}, () => void seen.push('add'))
    for (const words of ['remote', 'remote add']) await parsed(words).command('remote', '', inside).parseAsync()
    expect(seen).toEqual(['show', 'add'])
  },
  async 'yargs: code around commands'() {
    const seen: string[] = []
    await parsed('act')
      .middleware(() => void seen.push('before'))
      .command('act', '', {}, () => void seen.push('act'))
      .parseAsync()
    expect(seen).toEqual(['before', 'act'])
  },
  async 'yargs: shared options'() {
    let given
    await parsed('act --profile work')
      .option('profile', { type: 'string', global: true })
      .command('act', '', {}, (argv) => {
        given = argv.profile
      })
      .parseAsync()
    expect(given).toBe('work')
  },
  'yargs: conflicts, requires, implies'() {
    expect(() => parsed('--a 1 --b 2').conflicts('a', 'b').parseSync()).toThrow('mutually exclusive')
    expect(() => parsed('--a 1').implies('a', 'b').parseSync()).toThrow('Missing dependent arguments')
  },
  'yargs: framework flags renamed or off'() {
    expect(parsed('--help').help(false).parseSync()).toMatchObject({ help: true })
  },
  'yargs: options by key'() {
    expect(parsed('--resources.cpu 2').parseSync()).toMatchObject({ resources: { cpu: 2 } })
  },
  'yargs: counted flags'() {
    expect(parsed('-vvv').count('v').parseSync()).toMatchObject({ v: 3 })
  },
  'yargs: pass-through'() {
    const tool = parsed('--fix x').parserConfiguration({ 'unknown-options-as-args': true })
    expect(tool.parseSync()).toMatchObject({ _: ['--fix', 'x'] })
  },
  async 'yargs: completions'() {
    const offered = await yargs([]).command('deploy', 'Deploy').getCompletion(['x', 'dep'])
    expect(offered.join()).toContain('deploy')
  },
  async 'oclif: conflicts, requires, implies'() {
    const flags = { a: Flags.string({ exclusive: ['b'] }), b: Flags.string(), c: Flags.string({ dependsOn: ['b'] }) }
    await expect(Parser.parse(['--a', '1', '--b', '2'], { flags })).rejects.toThrow('also be provided')
    await expect(Parser.parse(['--c', '1'], { flags })).rejects.toThrow('must be provided')
  },
  async 'citty: a group with a command of its own'() {
    const seen: string[] = []
    const named = (name: string) => defineCommand({ run: () => void seen.push(name) })
    const remote = defineCommand({ default: 'show', subCommands: { show: named('show'), add: named('add') } })
    const tool = defineCommand({ subCommands: { remote } })
    for (const rawArgs of [['remote'], ['remote', 'add']]) await runCommand(tool, { rawArgs })
    expect(seen).toEqual(['show', 'add'])
  },
  async 'citty: code around commands'() {
    const seen: string[] = []
    const plugin = defineCittyPlugin({
      name: 'p',
      setup: () => void seen.push('before'),
      cleanup: () => void seen.push('after'),
    })
    await runCommand(defineCommand({ plugins: [plugin], run: () => void seen.push('act') }), { rawArgs: [] })
    expect(seen).toEqual(['before', 'act', 'after'])
  },
}

describe('the table of features', () => {
  test('marks as run what is run here, and nothing else', () => {
    expect(
      marked('●')
        .filter((cell) => !cell.startsWith('tooli:'))
        .sort(),
    ).toEqual(Object.keys(RUN).sort())
  })

  test('has nothing of the list that tooli lacks', () => {
    expect(marked('●').filter((cell) => cell.startsWith('tooli:'))).toHaveLength(rows.length)
  })

  test.each(Object.entries(RUN))('%s', async (_, act) => {
    await act()
  })
})
