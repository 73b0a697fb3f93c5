import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineCli, type AnyCli } from '../callable/cli.js'
import { command } from '../callable/command.js'
import { asForeign } from '../define/foreign.js'
import type { CommandMap } from '../define/types.js'
import { t } from '../schema/t.js'
import { run } from '../testing/index.js'

const FORMATS = ['json', 'xml'] as const

function shop(formats: readonly string[], more: CommandMap = {}, version = '1.0.0') {
  const list = command({
    description: 'List what there is',
    options: t.object({ format: t.enum(formats as typeof FORMATS).default('json') }),
    output: t.array(t.object({ name: t.string() })),
    run: () => [],
  })
  return defineCli({ name: 'shop', version, description: 'A shop', commands: { list, ...more } })
}

const buy = command({ description: 'Buy', run: () => null })

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contract-command-'))
  file = join(folder, 'shop.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const contract = async (cli: AnyCli, ...words: string[]) => {
  const { code, document, stderr } = await run(cli, ['contract', file, ...words])
  const { data, error, meta } = document as Record<'data' | 'error' | 'meta', never>
  return { code, data, error, meta, stderr } as never as {
    code: number
    data: { file: string; changed: boolean; changes?: { message: string }[] }
    error: { code: string; category: string; message: string; suggestion?: object; details: { changes: object[] } }
    meta: { plan?: string[] }
  }
}

test('writes the snapshot once, and says whether something changed', async () => {
  expect(await contract(shop(FORMATS))).toMatchObject({ code: 0, data: { file, changed: true } })
  const text = readFileSync(file, 'utf8')
  expect(await contract(shop(FORMATS))).toMatchObject({ code: 0, data: { file, changed: false } })
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(readdirSync(folder)).toEqual(['shop.json'])
})

test('one change is a line or two of the file', async () => {
  await contract(shop(FORMATS))
  const before = readFileSync(file, 'utf8').split('\n')
  await contract(shop([...FORMATS, 'csv']))
  const after = readFileSync(file, 'utf8').split('\n')
  expect(after.filter((line) => !before.includes(line))).toEqual(['          "enum": ["csv", "json", "xml"]'])
  expect(after).toHaveLength(before.length)
})

test('a dry run says what it would write, and writes nothing', async () => {
  expect(await contract(shop(FORMATS), '--dry-run')).toMatchObject({ code: 0, meta: { plan: [`write ${file}`] } })
  expect(existsSync(file)).toBe(false)
  await contract(shop(FORMATS))
  expect((await contract(shop(FORMATS), '--dry-run')).meta.plan).toEqual([])
})

test('a check of what did not change is content', async () => {
  await contract(shop(FORMATS))
  expect(await contract(shop(FORMATS), '--check', '--strict')).toMatchObject({
    code: 0,
    data: { file, changed: false, changes: [] },
  })
})

test('a check that finds a break fails, says each in a sentence, and leaves the file as it is', async () => {
  await contract(shop(FORMATS, { buy }))
  const text = readFileSync(file, 'utf8')
  const { code, error } = await contract(shop(['json']), '--check')
  expect(code).toBe(1)
  expect(error).toMatchObject({ code: 'E3920', category: 'state', suggestion: { example: `shop contract ${file}` } })
  expect(error.message.split('\n')).toEqual([
    '2 changes since 1.0.0 break the contract:',
    '- "buy" is gone; calls of it fail',
    '- --format of "list" no longer accepts "xml"; calls that give it fail',
  ])
  expect(error.details.changes).toMatchObject([
    { kind: 'command-removed', path: ['buy'], breaking: true },
    { kind: 'input-enum', path: ['list'], parameter: 'format', before: ['xml'], breaking: true },
  ])
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('what is added does not fail, but is listed, with how to add it to the contract', async () => {
  await contract(shop(FORMATS))
  const { code, data } = await contract(shop(FORMATS, { buy }), '--check')
  expect({ code, ...data }).toMatchObject({ code: 0, changed: true, changes: [{ message: '"buy" is new' }] })
  const { stdout } = await run(shop(FORMATS, { buy }), ['contract', file, '--check', '-o', 'text'])
  expect(stdout).toBe(
    `${file} holds: nothing broke.\n\nNot in it yet:\n  - "buy" is new\n\nTo add that: shop contract ${file}\n`,
  )
})

test('a strict check fails on what was added too, but not on another version alone', async () => {
  await contract(shop(FORMATS))
  expect(await contract(shop(FORMATS, { buy }), '--check', '--strict')).toMatchObject({
    code: 1,
    error: { code: 'E3921', category: 'state', message: expect.stringContaining('"buy" is new') },
  })
  expect(await contract(shop(FORMATS, {}, '1.1.0'), '--check', '--strict')).toMatchObject({ code: 0 })
})

test.each([
  ['is not there', undefined, 66, /there is no contract .*shop\.json/],
  ['is no JSON', '{"contract": 1', 65, /is broken: it is not JSON/],
  ['was left in a merge', '{\n<<<<<<< HEAD\n', 65, /is broken: it holds a merge conflict/],
  ['is something else', '{"name": "x"}', 65, /is not a contract/],
  ['is of a later format', '{"contract": 2}', 65, /has format 2, and this version of tooli reads 1/],
  ['has lost its commands', '{"contract": 1, "name": "shop"}', 65, /is broken: it lists no commands/],
  [
    'has options that are none',
    '{"contract": 1, "name": "shop", "version": "1", "commands": {"list": {"options": 5}}}',
    65,
    /is broken: \/commands\/list\/options/,
  ],
  [
    'has a schema that is none',
    `{"contract": 1, "name": "shop", "version": "1", "commands": {"list": {"options": [
      {"name": "format", "flags": ["--format"], "type": "string", "x-tooli": {"schema": {"enum": 5}}}]}}}`,
    65,
    /is broken: a part of it cannot be read/,
  ],
])('a snapshot that %s is an error that says what to do', async (_, text, code, message) => {
  if (text !== undefined) writeFileSync(file, text)
  const failed = await contract(shop(FORMATS), '--check')
  expect(failed).toMatchObject({ code, error: { code: 'E3922', message: expect.stringMatching(message) } })
  expect(failed.error.suggestion).toMatchObject({ fix: expect.stringMatching(/\w/) })
})

test('a file that is something else, or of another tool, is not written over', async () => {
  writeFileSync(file, '# Notes\n')
  expect(await contract(shop(FORMATS))).toMatchObject({ code: 1, error: { code: 'E3923' } })
  expect(readFileSync(file, 'utf8')).toBe('# Notes\n')
  rmSync(file)
  await contract(defineCli({ ...shop(FORMATS).definition, name: 'market' }))
  expect(await contract(shop(FORMATS))).toMatchObject({
    code: 1,
    error: { code: 'E3923', message: expect.stringContaining('the contract of "market"') },
  })
})

test('a snapshot in the middle of a merge is written anew', async () => {
  await contract(shop(FORMATS))
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('"enum"', '<<<<<<< HEAD\n"enum"'))
  expect(await contract(shop(FORMATS))).toMatchObject({ code: 0, data: { changed: true } })
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('a folder that is not there is told', async () => {
  const { code, document } = await run(shop(FORMATS), ['contract', join(folder, 'none', 'x.json')])
  expect(code).toBe(73)
  expect(document).toMatchObject({ error: { code: 'E3922', message: expect.stringContaining('ENOENT') } })
})

test('an exit code that means something else breaks scripts', async () => {
  await contract(shop(FORMATS))
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('"75": "temporary"')
  writeFileSync(file, text.replace('"75": "temporary"', '"75": "lost"'))
  expect((await contract(shop(FORMATS), '--check')).error.message).toContain(
    'exit code 75 meant "lost" and now means "temporary"; scripts that act on it go wrong',
  )
})

test('a program of another framework has a contract too', async () => {
  const foreign = (flags: string[]) => {
    const option = { name: 'force', flags, type: 'boolean' as const }
    const commands = { run: { description: 'Runs', options: [option], effects: { network: false } } }
    const tool = { atip: { version: '0.6' }, name: 'other', version: '1.0.0', description: 'Other', commands }
    const cli = defineCli({ name: 'other', version: '1.0.0', description: 'Other', command: buy })
    asForeign(cli.definition, { tool } as never)
    return cli
  }
  expect(await contract(foreign(['-f', '--force']))).toMatchObject({ code: 0 })
  expect(await contract(foreign(['--force', '-f']), '--check', '--strict')).toMatchObject({ code: 0 })
  expect((await contract(foreign(['--force']), '--check')).error.message).toContain(
    '--force of "run" can no longer be written -f; calls that write it so fail',
  )
})

test('a tool that is one command takes the word as an argument', async () => {
  const echo = command({
    description: 'Echo',
    args: t.object({ words: t.array(t.string()) }),
    run: ({ args }) => args.words,
  })
  const cli = defineCli({ name: 'echo', version: '1.0.0', description: 'Echo', command: echo })
  expect((await run(cli, ['contract', file])).document).toMatchObject({ data: ['contract', file] })
  expect(existsSync(file)).toBe(false)
})

test('prints the snapshot for the file "-", and writes nothing', async () => {
  const cli = shop(FORMATS)
  await contract(cli)
  const { code, stdout } = await run(cli, ['contract', '-'])
  expect([code, stdout]).toEqual([0, readFileSync(file, 'utf8')])
  expect(existsSync('-')).toBe(false)
  expect((await run(cli, ['contract', '-', '--check'])).document).toMatchObject({ error: { code: 'E1004' } })
})
