import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { validate } from '@atip/protocol'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answering, description, PlantedMachine } from './fixtures/planted-machine.js'
import { isSkipped } from './fixtures/sandbox-people.js'

interface List {
  tools: { name: string; source: string; description?: string }[]
  total: number
  included: number
  omitted?: { count: number; reason: string; next?: string }
}

interface Shown {
  name: string
  description: string
  trust: { source: string }
  commands?: Record<string, { description: string; commands?: object; _truncated?: boolean }>
  partial?: boolean
  totalCommands?: number
  includedCommands?: number
  omitted?: object
  'x-atip-catalog': { layers: string[]; notes?: string[]; sources?: Record<string, string> }
}

const SYSTEM = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** A few of the machine's own tools of each kind: reading all of them takes seconds, and other tests do it. */
const TOOLS =
  'awk bash cat chmod cp cut date dd df env find git grep gzip head kill ln ls mkdir mv ps rm sed sh sort ssh tail tar tee touch tr uname wc xargs'.split(
    ' ',
  )
const isRoot = process.getuid?.() === 0
const machines: PlantedMachine[] = []
const newMachine = () => {
  const machine = new PlantedMachine()
  machines.push(machine)
  return machine
}
afterAll(() => machines.forEach((machine) => machine.clear()))

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Two levels, so that something can be left out. */
const DEEP = description('deep', {
  commands: {
    one: { description: 'One', effects: { network: false } },
    two: {
      description: 'Two',
      commands: { below: { description: 'Below', effects: {} }, beside: { description: 'Beside' } },
    },
    three: { description: 'Three', effects: { destructive: true } },
  },
})

describe.skipIf(isSkipped)('answers of a machine that was scanned', () => {
  const machine = newMachine()
  const tools = join(machine.folder, 'tools')
  const path = `${machine.bin}:${tools}`
  const show = (...words: string[]) => machine.get<Shown>(['show', ...words], { path })
  let agent: { commands: Record<string, { 'x-tooli': { output: object } }> }

  beforeAll(() => {
    mkdirSync(tools)
    for (const name of TOOLS) {
      const place = SYSTEM.split(':')
        .map((folder) => join(folder, name))
        .find(existsSync)
      if (place !== undefined) symlinkSync(place, join(tools, name))
    }
    machine.plant('deep', answering(JSON.stringify(DEEP)))
    machine.plant(
      'odd',
      answering(JSON.stringify(description('odd', { description: 'steers \u001b[2J\u202e \u009b1m' }))),
    )
    machine.plant('plain', '#!/bin/sh\nexit 0\n')
    machine.get(['scan'], { path })
    agent = JSON.parse(machine.run(['--agent']).stdout) as typeof agent
  }, 120_000)

  test.each<[string, string[]]>([
    ['scan', []],
    ['scan', ['--describe', 'deep']],
    ['list', []],
    ['list', ['--all']],
    ['list', ['d*', '--max', '5']],
    ['show', ['git']],
    ['show', ['deep', '--sources']],
    ['search', ['what', 'deep', 'is', 'for']],
    ['probe', ['deep']],
    ['hash', ['deep']],
    ['doctor', []],
  ])('%s %s is as its schema says', (command, words) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const check = ajv.compile(agent.commands[command]!['x-tooli'].output)
    const { ok, data } = machine.answer([command, ...words], { path })
    expect(ok).toBe(true)
    check(data)
    expect(check.errors).toBeNull()
  })

  test.each(['git', 'tar', 'rm', 'deep', 'plain', 'sh'])('what is shown of %s is ATIP', (name) => {
    const { valid, problems } = validate(JSON.stringify(show(name)))
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(valid).toBe(true)
  })

  test('what a tool says itself holds up to the strict profile, as far as it did itself', () => {
    const strict = (value: unknown) =>
      validate(JSON.stringify(value), { profile: 'strict' })
        .problems.filter(({ severity }) => severity === 'error')
        .map(({ pointer }) => pointer)
    expect(strict(show('deep'))).toEqual(strict(DEEP))
    expect(strict(show('git', 'push', '--depth', '1'))).toEqual([])
  })

  test('a command that the tool does not have is an error, also among those of --commands', () => {
    for (const words of [['commi'], ['--commands', 'nope'], ['--commands', 'status,remote/nope']]) {
      expect(machine.answer(['show', 'git', ...words], { path })).toMatchObject({ ok: false, error: { code: 'E3213' } })
    }
    expect(machine.answer(['show', 'git', '--commands', 'status,remote/add'], { path }).ok).toBe(true)
  })

  test('a part of a tool says how much there is and what is missing', () => {
    const whole = show('deep')
    expect(whole.partial).toBeUndefined()
    expect(show('deep', '--depth', '1')).toMatchObject({
      partial: true,
      totalCommands: 4,
      includedCommands: 2,
      omitted: { reason: 'depth-limited' },
      commands: { two: { _truncated: true } },
    })
    const some = show('deep', '--commands', 'one,two/below')
    expect(some).toMatchObject({
      partial: true,
      totalCommands: 4,
      includedCommands: 2,
      omitted: { reason: 'filtered' },
    })
    expect(Object.keys(some.commands!)).toEqual(['one', 'two'])
    expect(show('deep', 'two', 'below').commands).toEqual({
      two: expect.objectContaining({ commands: { below: expect.anything() } }),
    })
    const top = show('git', '--depth', '1')
    expect(top).toMatchObject({ partial: true, omitted: expect.anything() })
    expect(top.totalCommands).toBeGreaterThan(top.includedCommands!)
  })

  test('a part of the list says how much there is and what is missing', () => {
    const all = machine.get<List>(['list', '--all'])
    expect(all).toMatchObject({ total: all.tools.length, included: all.tools.length })
    expect(all.omitted).toBeUndefined()
    const five = machine.get<List>(['list', '--max', '5'])
    expect(five.tools).toHaveLength(5)
    expect(five).toMatchObject({ total: all.total, included: 5, omitted: { next: 'omit --max' } })
    // Without a terminal, nothing is left out.
    expect(machine.get<List>(['list']).tools).toEqual(all.tools)
    expect(five.omitted!.count).toBe(all.total - 5)
    expect(machine.get<List>(['list', '--source', 'native', 'd*'])).toMatchObject({
      tools: [{ name: 'deep', description: 'What deep is for' }],
      included: 1,
      omitted: { count: all.total - 1, reason: 'not asked for' },
    })
    expect(machine.get<List>(['list', 'no-such-*'])).toMatchObject({ tools: [], included: 0, total: all.total })
  })

  test('the list tells of each tool what search tells of it', () => {
    const { tools } = machine.get<List>(['list'], { path })
    const verdicts = new Set<string>()
    for (const name of ['rm', 'grep', 'cp', 'deep', 'plain', 'env', 'find', 'git']) {
      const { hits } = machine.get<{ hits: { name: string; verdict: string; worseWithOptions?: true }[] }>(
        ['search', name],
        { path },
      )
      const { verdict, worseWithOptions } = hits.find((hit) => hit.name === name)!
      const listed = tools.find((tool) => tool.name === name)!
      expect(listed).toMatchObject({ name, verdict, ...(worseWithOptions && { worseWithOptions }) })
      verdicts.add(verdict)
    }
    expect(verdicts.size).toBeGreaterThan(2)
  })

  test('a listing is read-only, as it says', () => {
    for (const name of ['summaries.json', 'search.index']) rmSync(join(machine.cache, name), { force: true })
    const before = machine.files()
    machine.get(['list'], { path })
    expect(machine.files()).toEqual(before)
    expect(machine.read(['list', '--help']).stdout).toContain('Read-only.')
  })

  test('the list can be cut by the words it shows', () => {
    const sources = (word: string) =>
      new Set(machine.get<List>(['list', '--source', word], { path }).tools.map(({ source }) => source))
    expect([sources('curated'), sources('shim')]).toEqual([new Set(['shim']), new Set(['shim'])])
    expect(sources('none')).toEqual(new Set(['unknown']))
  })

  test('the list is sorted, names every tool once, and tells what is further down in PATH', () => {
    machine.plant('also/deep', '#!/bin/sh\nexit 0\n')
    machine.get(['scan'], { path: `${path}:${join(machine.folder, 'also')}` })
    const { tools } = machine.get<{ tools: { name: string; others?: string[] }[] }>(['list', '--all'])
    const names = tools.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(names.toSorted())
    expect(tools.find(({ name }) => name === 'deep')!.others).toEqual([join(machine.folder, 'also/deep')])
  })

  test('where a person reads, nothing that a tool says steers the terminal', () => {
    for (const words of [
      ['show', 'odd'],
      ['list', 'odd'],
      ['search', 'steers'],
    ]) {
      const { stdout } = machine.read(words, { path })
      expect(stdout).toContain('steers')
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    }
  })

  test('search finds what a tool says about itself, and what it does', () => {
    const { hits } = machine.get<{ hits: { name: string; verdict: string }[] }>(['search', '--tool', 'deep', 'three'])
    expect(hits[0]).toMatchObject({ name: 'deep three', verdict: 'destructive' })
  })

  test('everybody hears of a tool by the same hash', () => {
    const file = join(machine.bin, 'deep')
    expect(machine.get<{ hash: string }>(['hash', 'deep'], { path }).hash).toBe(`sha256:${hashOf(file)}`)
    expect(machine.get<{ hash: string }>(['hash', file]).hash).toBe(`sha256:${hashOf(file)}`)
    expect(machine.catalog().tools.deep!.hash).toBe(`sha256:${hashOf(file)}`)
  })

  test.each<[string, string[], number, string, string, string?]>([
    ['a tool that is not there', ['show', 'no-such-tool-at-all'], 66, 'E3210', 'no such program'],
    ['a tool with a name like another', ['show', 'deeep'], 66, 'E3210', 'no such program', 'atip show deep'],
    ['the same for probe', ['probe', 'deeep'], 66, 'E3210', 'no such program', 'atip probe deep'],
    [
      'a command that is not there',
      ['show', 'deep', 'onne'],
      66,
      'E3213',
      'no known command "onne"',
      'atip show deep one',
    ],
    ['a command below one', ['show', 'deep', 'two', 'belwo'], 66, 'E3213', 'two belwo', 'atip show deep two below'],
    ['a folder', ['show', '/usr'], 66, 'E3210', 'is a folder'],
    ['a file that is no program', ['show', '/etc/passwd'], 66, 'E3210', 'may not be executed'],
    ['a file that is not there', ['show', './nothing'], 66, 'E3210', 'no such file'],
    ['nothing', ['show', ''], 66, 'E3210', 'no such program'],
    ['a way out', ['show', '../../../etc'], 66, 'E3210', ''],
    ['a pipe', ['hash', '/dev/null'], 66, 'E1101', 'not a regular file'],
    ['a source that does not exist', ['list', '--source', 'nativ'], 2, 'E1004', 'native', 'atip list --source native'],
    ['a program to probe', ['scan', '--probe', 'deeep'], 66, 'E3210', '--probe', 'atip scan --probe deep'],
    ['a program to describe', ['scan', '--describe', 'deeep'], 66, 'E3210', '--describe', 'atip scan --describe deep'],
    ['a folder to allow', ['scan', '--allow-path', 'no-such-folder'], 2, 'E1004', 'is not a folder'],
  ])('%s is refused with words that help', (_, words, code, errorCode, message, example) => {
    const answer = machine.answer(words, { path })
    expect(answer).toMatchObject({
      ok: false,
      code,
      error: { code: errorCode, message: expect.stringContaining(message) },
    })
    if (example !== undefined) expect(answer.error!.suggestion!.example).toContain(example)
    const { stderr, stdout } = machine.read(words, { path })
    expect(stdout).toBe('')
    expect(stderr).toContain(`error[${errorCode}]`)
  })

  test('an allowed folder may be a relative path', () => {
    machine.plant('home/tools/mine', '#!/bin/sh\nexit 0\n')
    chmodSync(join(machine.home, 'tools'), 0o777)
    expect(machine.get(['scan', '--allow-path', 'tools'], { path })).toMatchObject({ added: ['mine'] })
  })
})

describe('a machine on which something is wrong', () => {
  let machine: PlantedMachine
  beforeEach(() => {
    machine = newMachine()
    machine.plant('tool', '#!/bin/sh\nexit 0\n')
  })

  test.each([['list'], ['search', 'x']])('before any scan, atip %s says what to do', (...words) => {
    expect(machine.answer(words)).toMatchObject({
      ok: false,
      code: 66,
      error: { code: 'E3300', suggestion: { example: 'atip scan' } },
    })
  })

  test('before any scan, a tool is shown all the same, and a name that is nearly right is found in PATH', () => {
    expect(machine.get(['show', 'tool', '--offline'])).toMatchObject({ name: 'tool' })
    expect(machine.answer(['show', 'tol']).error).toMatchObject({ suggestion: { example: 'atip show tool' } })
    expect(existsSync(machine.registry)).toBe(false)
  })

  test.each([
    ['cut off', (text: string) => text.slice(0, -30)],
    ['of bytes', () => '\u0000\u0001\u0002'],
    ['empty', () => ''],
    ['something else', () => '[1, 2, 3'],
    ['with two lines and a mistake in the second', () => '{"version": "2",\n "tools": {"a" 1}}'],
  ])('a catalog that is %s: reading says where, a scan repairs it and keeps a copy', (_, spoil) => {
    machine.get(['scan'])
    const broken = spoil(readFileSync(machine.registry, 'utf8'))
    machine.write(machine.registry, broken)
    const listed = machine.answer(['list'])
    expect(listed).toMatchObject({ ok: false, code: 65, error: { code: 'E3212' } })
    expect(listed.error!.message).toMatch(/registry\.json", line \d+, column \d+: .*atip scan/)
    expect(machine.get<{ checks: object[] }>(['doctor']).checks).toContainEqual(
      expect.objectContaining({ name: 'catalog', status: 'problem', fix: ['Run: atip scan'] }),
    )
    expect(machine.get(['show', 'tool', '--offline'])).toMatchObject({ name: 'tool' })
    const { notes } = machine.get<{ notes: string[] }>(['scan'])
    expect(notes.join()).toContain('could not be read')
    expect(Object.keys(machine.catalog().tools)).toEqual(['tool'])
    const kept = readdirSync(machine.data).filter((name) => name.includes('broken'))
    expect(kept).toHaveLength(1)
    expect(readFileSync(join(machine.data, kept[0]!), 'utf8')).toBe(broken)
    expect(machine.get(['scan'])).toMatchObject({ notes: [] })
  })

  test('a catalog of a newer version is left alone', () => {
    machine.get(['scan'])
    const future = '{"version":"3","tools":{"a":"b"}}'
    machine.write(machine.registry, future)
    for (const words of [['list'], ['scan']]) {
      expect(machine.answer(words)).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('version 3') },
      })
    }
    expect(readFileSync(machine.registry, 'utf8')).toBe(future)
  })

  test.each([
    ['is no JSON', '{"discover": ', 'config.json'],
    ['has a wrong list', '{"discover":{"folders":"/x"}}', 'must be a list of folders'],
    ['has a relative folder', '{"discover":{"folders":["tools"]}}', '"tools" is not an absolute path'],
    ['has a null', '{"discover":null}', ''],
  ])('a configuration that %s stops a scan with its name, and nothing else', (_, text, message) => {
    machine.write(join(machine.config, 'config.json'), text)
    const answer = machine.answer(['scan'])
    if (message === '') return void expect(answer.ok).toBe(true)
    expect(answer).toMatchObject({ ok: false, code: 78, error: { code: 'E3202' } })
    expect(answer.error!.message).toContain(message)
    expect(answer.error!.message).toContain('config.json')
    expect(existsSync(machine.registry)).toBe(false)
    expect(machine.answer(['show', 'tool', '--offline']).ok).toBe(true)
    expect(machine.run(['doctor']).stdout).toContain('Fix the file, or remove it')
  })

  test('folders of the configuration are looked at as well', () => {
    machine.plant('more/extra', '#!/bin/sh\nexit 0\n')
    machine.plant('home/own/mine', '#!/bin/sh\nexit 0\n')
    machine.write(join(machine.config, 'config.json'), {
      discover: { folders: [join(machine.folder, 'more'), '~/own'] },
    })
    expect(machine.get(['scan'])).toMatchObject({ added: ['extra', 'mine', 'tool'] })
  })

  test.runIf(isRoot && !isSkipped).each([
    ['before the first scan', false],
    ['after one', true],
  ])('where the data cannot be written %s, that is said, and nothing is half written', (_, isScanned) => {
    if (isScanned) machine.get(['scan'])
    mkdirSync(machine.data, { recursive: true })
    machine.plant('newer', '#!/bin/sh\nexit 0\n')
    const before = machine.files(machine.data)
    const by = `/usr/bin/bwrap --bind / / --dev /dev --proc /proc --ro-bind ${machine.data} ${machine.data}`.split(' ')
    const answer = machine.answer(['scan'], { by })
    expect(answer).toMatchObject({ ok: false, code: 73, error: { code: 'E3212' } })
    expect(answer.error!.message).toContain('ATIP_DATA_DIR')
    expect(machine.files(machine.data)).toEqual(before)
    expect(machine.get(['show', 'newer', '--offline'], { by })).toMatchObject({ name: 'newer' })
    const elsewhere = join(machine.folder, 'elsewhere')
    expect(machine.get(['scan'], { by, env: { ATIP_DATA_DIR: elsewhere } })).toMatchObject({ tools: 2 })
    expect(readdirSync(elsewhere)).toEqual(['registry.json'])
  })

  test.runIf(isRoot && !isSkipped)('where the cache cannot be written, a scan works all the same', () => {
    mkdirSync(machine.cache, { recursive: true })
    const by = `/usr/bin/bwrap --bind / / --dev /dev --proc /proc --ro-bind ${machine.cache} ${machine.cache}`.split(
      ' ',
    )
    expect(machine.get(['scan'], { by })).toMatchObject({ tools: 1 })
    expect(machine.get(['show', 'tool'], { by })).toMatchObject({ name: 'tool' })
  })

  test.skipIf(isSkipped)(
    'a scan that is called off ends with 130, leaves nothing, and the next one goes on',
    async () => {
      machine.plant('slow', '#!/bin/sh\n# atip\n/bin/sleep 60\n')
      for (let index = 0; index < 50; index++) machine.plant(`other-${index}`, `#!/bin/sh\nexit ${index}\n`)
      const child = machine.start(['scan'])
      const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })))
      const isAsking = () => machine.processes().some((pid) => readCommand(pid).includes('/slow'))
      while (!isAsking()) await wait(50)
      child.kill('SIGINT')
      expect(await ended).toEqual({ code: 130, signal: null })
      while (machine.processes().length > 0) await wait(50)
      expect(machine.files().filter((file) => /registry\.json|\.tmp$|\.lock$/.test(file))).toEqual([])
      machine.plant('slow', answering(JSON.stringify(description('slow'))))
      expect(machine.get(['scan'])).toMatchObject({ tools: 52, probed: [{ outcome: 'described' }] })
      expect(machine.files().filter((file) => /journal|\.tmp$|\.lock$/.test(file))).toEqual([])
    },
  )
})

describe('what others say about a tool', () => {
  const machine = newMachine()
  const show = (name: string, ...words: string[]) =>
    machine.get<Shown>(['show', name, '--offline', '--sources', ...words])
  const shim = (name: string, words: string, more: object = {}) => description(name, { description: words, ...more })
  const binary = (name: string, hash: string, more: object = {}) => ({
    binary: { name, version: '1', hash: `sha256:${hash}`, ...more },
  })
  /** The shim of RFC 4.5, without its own name and version. */
  const registryShim = (words: string, about: object) => ({
    atip: { version: '0.6' },
    description: words,
    commands: { go: { description: 'Go', effects: { network: true } } },
    trust: { source: 'community', verified: true },
    ...about,
  })
  let hash: string

  beforeAll(() => {
    hash = hashOf(machine.plant('legacy', '#!/bin/sh\nexit 0\n'))
    copyFileSync(join(machine.bin, 'legacy'), join(machine.bin, 'other-name'))
    copyFileSync(join(machine.bin, 'legacy'), join(machine.bin, 'legacy-too'))
    machine.get(['scan'])
  })
  beforeEach(() => {
    for (const place of [join(machine.data, 'shims'), join(machine.config, 'overrides'), machine.system]) {
      rmSync(place, { recursive: true, force: true })
    }
  })
  const byName = (words: string) => machine.write(join(machine.data, 'shims/legacy.json'), shim('legacy', words))
  const byHash = (about: object, place = machine.data) =>
    machine.write(join(place, `shims/sha256/${hash}.json`), registryShim('From a registry', about))

  test('nothing at first', () => {
    expect(show('legacy')['x-atip-catalog'].layers).toEqual([])
    expect(machine.get<List>(['list', 'legacy']).tools).toMatchObject([{ source: 'unknown' }])
  })

  test('a description that the user keeps for a name counts at once, and no longer than it is there', () => {
    const file = byName('Written by hand')
    const tool = show('legacy')
    expect(tool).toMatchObject({ description: 'Written by hand', trust: { source: 'user' } })
    expect(tool['x-atip-catalog']).toMatchObject({ layers: ['local-shim'], sources: { '': 'local-shim' } })
    machine.get(['scan'])
    expect(machine.get<List>(['list', 'legacy']).tools).toMatchObject([
      { source: 'shim', description: 'Written by hand' },
    ])
    rmSync(file)
    expect(show('legacy')['x-atip-catalog'].layers).toEqual([])
    machine.get(['scan'])
    expect(machine.get<List>(['list', 'legacy']).tools).toMatchObject([{ source: 'unknown' }])
  })

  test('the shim of RFC 13.2 is accepted unchanged', () => {
    const curl = {
      atip: '0.1',
      name: 'legacy',
      version: '8.4.0',
      description: 'Transfer data from or to a server',
      commands: {
        '': {
          description: 'Make HTTP request',
          options: [{ name: 'request', flags: ['-X'], type: 'enum', enum: ['GET', 'POST', 'PUT', 'DELETE'] }],
          effects: { network: true, idempotent: false },
        },
      },
    }
    machine.write(join(machine.data, 'shims/legacy.json'), curl)
    expect(show('legacy')).toMatchObject({ version: '8.4.0', commands: { '': { effects: { network: true } } } })
  })

  test('one that is for other bytes is not believed', () => {
    const file = machine.write(
      join(machine.data, 'shims/legacy.json'),
      shim('legacy', 'x', binary('legacy', 'a'.repeat(64))),
    )
    const { layers, notes } = show('legacy')['x-atip-catalog']
    expect(layers).toEqual([])
    expect(notes!.join()).toContain(file)
    expect(notes!.join()).toContain('other bytes')
  })

  test('a shim of a registry counts for these bytes, under the names it was written for', () => {
    byHash(binary('legacy', hash, { aliases: ['legacy-too'] }))
    expect(show('legacy')).toMatchObject({ name: 'legacy', description: 'From a registry' })
    expect(show('legacy')['x-atip-catalog'].sources).toMatchObject({ '': 'registry-shim' })
    expect(show('legacy-too')).toMatchObject({ name: 'legacy-too', description: 'From a registry' })
    const other = show('other-name')
    expect(other['x-atip-catalog'].layers).toEqual([])
    expect(other['x-atip-catalog'].notes!.join()).toContain('same bytes')
    expect(other.description).not.toContain('registry')
  })

  test.each([
    ['says another hash inside', binary('legacy', 'b'.repeat(64)), 'other bytes'],
    ['says no hash at all', { name: 'legacy', version: '1' }, 'for which bytes'],
  ])('one of a registry that %s is refused', (_, about, reason) => {
    byHash(about)
    const { layers, notes } = show('legacy')['x-atip-catalog']
    expect(layers).toEqual([])
    expect(notes!.join()).toContain(reason)
  })

  test.each([
    ['no JSON', '{"atip":'],
    ['no description', '{"hello":1}'],
    ['a program of another name', JSON.stringify(shim('git', 'x'))],
    ['bytes', '\u0000\u0001'],
  ])('a file of %s is told of, and the rest is shown', (_, text) => {
    machine.write(join(machine.data, 'shims/legacy.json'), text)
    byHash(binary('legacy', hash))
    const tool = show('legacy')
    expect(tool.description).toBe('From a registry')
    expect(tool['x-atip-catalog'].notes!.join()).toContain('shims/legacy.json')
  })

  test('overrides go over everything, field by field, and say so', () => {
    byName('Written by hand')
    machine.write(join(machine.config, 'overrides/legacy.json'), {
      commands: { go: { effects: { destructive: true } } },
    })
    const tool = show('legacy')
    expect(tool).toMatchObject({
      description: 'Written by hand',
      commands: { go: { effects: { destructive: true, network: false } } },
    })
    const { layers, sources } = tool['x-atip-catalog']
    expect(layers).toEqual(['override', 'local-shim'])
    expect(sources).toMatchObject({ '': 'local-shim', '/commands/go/effects/destructive': 'override' })
    expect(machine.read(['show', 'legacy', '--offline']).stdout).toContain('your override')
    machine.write(join(machine.config, `overrides/sha256/${hash}.json`), { description: 'For these bytes' })
    expect(show('legacy')).toMatchObject({ description: 'For these bytes' })
    machine.write(join(machine.config, `overrides/sha256/${hash}.json`), '{"description": ')
    const spoilt = show('legacy')
    expect(spoilt['x-atip-catalog'].notes!.join()).toContain('is no JSON')
    expect(spoilt).toMatchObject({ commands: { go: { effects: { destructive: true } } } })
  })

  test('what the machine brings in XDG_DATA_DIRS counts where the user has nothing', () => {
    machine.write(join(machine.system, 'shims/legacy.json'), shim('legacy', 'For everybody'))
    expect(show('legacy')).toMatchObject({ description: 'For everybody' })
    byName('Written by hand')
    expect(show('legacy')).toMatchObject({ description: 'Written by hand' })
    rmSync(join(machine.data, 'shims'), { recursive: true })
    rmSync(join(machine.system, 'shims'), { recursive: true })
    byHash(binary('legacy', hash), machine.system)
    expect(show('legacy')['x-atip-catalog'].layers).toEqual(['registry-shim'])
    machine.write(join(machine.system, `tools/sha256-${closureOf('legacy')}.json`), shim('legacy', 'Of its own accord'))
    expect(show('legacy')).toMatchObject({ description: 'Of its own accord', trust: { source: 'native' } })
    machine.get(['scan'])
    expect(machine.get<List>(['list', 'legacy']).tools).toMatchObject([{ source: 'native' }])
  })

  test('for effects, only the user can make a tool look safer than others say', () => {
    const rm = machine.plant('rm', '#!/bin/sh\nexit 0\n')
    machine.get(['scan'])
    const harmless = { destructive: false, filesystem: { write: false, delete: false } }
    const lie = {
      atip: { version: '0.6' },
      description: 'Harmless',
      commands: { '': { description: 'x', effects: harmless } },
    }
    machine.write(join(machine.data, `shims/sha256/${hashOf(rm)}.json`), { ...lie, ...binary('rm', hashOf(rm)) })
    const tool = machine.get<{
      commands: Record<string, { effects: { destructive?: boolean } }>
      effects?: { destructive?: boolean }
    }>(['show', 'rm', '--offline'])
    expect([tool.effects?.destructive, tool.commands['']?.effects.destructive]).toContain(true)
  })

  function closureOf(name: string): string {
    return machine.get<{ closure?: string; hash: string }>(['hash', name]).closure!.slice('sha256:'.length)
  }
})

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}
