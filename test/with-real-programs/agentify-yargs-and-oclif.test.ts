import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCommand, parseArgv, toArgv, type AtipTool, type Option } from '@atip/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentified, documentOf, withMcp, wordsInHelp, wordsOf, type Agentified } from '../fixtures/agentified.js'
import { areInstalled, programFile } from '../fixtures/real-programs.js'

describe.skipIf(!areInstalled('.programs'))('a program of yargs or oclif with one line more', () => {
  let concurrently: Agentified
  let oclif: Agentified
  let folder: string
  let documents: { concurrently: AtipTool; oclif: AtipTool }

  beforeAll(() => {
    concurrently = agentified({
      entry: 'concurrently/dist/bin/concurrently.js',
      place: 'program.parseSync()',
      line: "require('tooli/agentify').agentify(program, { name: 'concurrently' }).parseSync()",
    })
    oclif = agentified({
      entry: 'oclif/bin/run.js',
      place: 'oclif.execute({dir: __dirname})',
      line: "oclif.execute(require('tooli/agentify').agentify({dir: __dirname}))",
    })
    documents = { concurrently: documentOf(concurrently), oclif: documentOf(oclif) }
    folder = mkdtempSync(join(tmpdir(), 'tooli-agentify-'))
    // oclif checks for a newer version of itself, unless it did so recently.
    mkdirSync(join(folder, '.cache/oclif'), { recursive: true })
    writeFileSync(join(folder, '.cache/oclif/version'), '{"latest":"0.0.0"}')
  })

  afterAll(() => {
    concurrently.remove()
    oclif.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('concurrently describes all that its own help lists, and nothing else', () => {
    const tool = documents.concurrently
    expect(tool).toMatchObject({ name: 'concurrently', version: '9.2.5' })
    expect(differences(tool, '', wordsInHelp(concurrently.original(['--help']).stdout).flags)).toEqual([])
    expect(Object.keys(tool.commands!).sort()).toEqual(['', 'prime'])
  })

  test('oclif describes all that its own help lists, and nothing else', () => {
    const tool = documents.oclif
    expect(tool).toMatchObject({ name: 'oclif', version: '4.22.82' })
    const places = wordsOf(tool)
    // Each page needs a start of the program, and the other pages have the same form.
    for (const path of ['', 'generate', 'generate command', 'manifest', 'pack', 'pack tarballs', 'promote']) {
      const { commands } = places.get(path)!
      const words = [...path.split(' ').filter(Boolean), '--help']
      const page = oclif.original(words, { cwd: folder }).stdout
      const { flags, commands: listed } = wordsInHelp(asOneList(page, path))
      commands.delete('prime')
      expect({ path, flags: differences(tool, path, flags) }).toEqual({ path, flags: [] })
      expect({ path, commands: [...commands].sort() }).toEqual({ path, commands: [...listed].sort() })
    }
  })

  test.each([
    ['concurrently', ['--raw', 'echo one', 'echo two', '--max-processes', '1']],
    ['concurrently', ['--names', 'a', '--no-color', 'prime']],
    ['concurrently', []],
    ['oclif', ['pack', '--help']],
    ['oclif', ['manifest', 'no-such-folder']],
    ['oclif', ['--version']],
  ])('%s does everything else as before: %j', (name, words) => {
    const program = name === 'oclif' ? oclif : concurrently
    const plain = (ended: object) => JSON.stringify(ended).replaceAll(`agentified-${process.pid}-`, '')
    const before = program.original(words, { cwd: folder })
    expect(plain(program.run(words, { cwd: folder }))).toBe(plain(before))
  })

  test('a call by the description does what it says', () => {
    const tool = documents.concurrently
    const words = toArgv(tool, [], { arguments: { operands: ['echo one'] }, options: { raw: true, group: false } })
    expect(concurrently.original(words.slice(1), { cwd: folder })).toMatchObject({ status: 0, stdout: 'one\n' })
    expect(parseArgv(documents.oclif, ['oclif', 'pack', 'deb', '-r', '.'])).toMatchObject({
      path: ['pack', 'deb'],
      options: { root: '.' },
      leftovers: [],
    })
  })

  test('the one yargs that all files of a program share is answered for, and goes on with nothing', () => {
    const file = programFile('.programs', `../agentified-${process.pid}-shared.cjs`)
    const source = `const yargs = require('yargs')
      require('tooli/agentify').agentify(yargs)
      yargs.command('hello', 'Says hello', {}, () => console.log('hello')).argv
      console.log('went on')`
    writeFileSync(file, source)
    const run = (word: string) => spawnSync(process.execPath, [file, word], { encoding: 'utf8', cwd: folder }).stdout
    try {
      expect(run('hello')).toBe('hello\nwent on\n')
      expect(JSON.parse(run('--agent'))).toMatchObject({ commands: { hello: { description: 'Says hello' } } })
    } finally {
      rmSync(file)
    }
  })

  test('concurrently runs commands for an agent over MCP', async () => {
    await withMcp(concurrently, folder, async (client) => {
      const result = await client.callTool({
        name: 'concurrently',
        arguments: { operands: ['echo one', 'echo two'], 'max-processes': '1', raw: true },
      })
      expect(result.structuredContent).toMatchObject({ ok: true, data: { stdout: 'one\ntwo\n' } })
    })
  })

  test('oclif writes the manifest of a program for an agent over MCP', async () => {
    const root = join(folder, 'demo')
    mkdirSync(join(root, 'lib'), { recursive: true })
    const commands = { strategy: 'explicit', target: './lib/commands.js' }
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({ name: 'demo', version: '1.0.0', files: ['lib'], oclif: { bin: 'demo', commands } }),
    )
    const core = createRequire(import.meta.url).resolve('@oclif/core')
    const source = `const { Command, Flags } = require(${JSON.stringify(core)})
      exports.default = { hello: class extends Command { static flags = { loud: Flags.boolean() } } }`
    writeFileSync(join(root, 'lib/commands.js'), source)
    await withMcp(oclif, folder, async (client) => {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['manifest', 'pack_deb', 'generate_hook']))
      const result = await client.callTool({ name: 'manifest', arguments: { path: root } })
      expect({ isError: result.isError ?? false, content: result.structuredContent }).toMatchObject({ isError: false })
    })
    expect(existsSync(join(root, 'oclif.manifest.json'))).toBe(true)
    const manifest = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as { commands: object }
    expect(manifest.commands).toHaveProperty('hello.flags.loud')
  })
})

/** Flags that only help lists, and options without a flag that help lists. */
function differences(tool: AtipTool, path: string, listed: ReadonlySet<string>): string[] {
  const { command } = findCommand(tool, path.split(' ').filter(Boolean))!
  // oclif omits them on every page.
  const isGranted = ({ name }: Option) => tool.name === 'oclif' && (name === 'help' || name === 'version')
  const options = [...(command.options ?? []), ...(tool.globalOptions ?? [])]
  const described = new Set(options.flatMap(({ flags }) => flags))
  const unlisted = options.filter((option) => !isGranted(option) && !option.flags.some((flag) => listed.has(flag)))
  return [...[...listed].filter((flag) => !described.has(flag)), ...unlisted.map(({ name }) => name)]
}

/** oclif lists topics separately, writes full names, and puts negatable switches in brackets. */
function asOneList(page: string, path: string): string {
  const text = page.replaceAll('--[no-]', '--').replace(/^TOPICS$/m, 'COMMANDS')
  return path === '' ? text : text.replaceAll(`  ${path} `, '  ')
}
