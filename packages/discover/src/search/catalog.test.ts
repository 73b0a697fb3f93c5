import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { normalise, type AtipTool } from '@atip/protocol'
import { effectsIn, entriesOf, isWorseWithOptions, search } from '@atip/registry/search'
import { afterAll, describe, expect, test } from 'vitest'
import { identityAt } from '../scan/file/identity.js'
import { indexOf, writeIndex } from './catalog-index.js'
import { CatalogLineError, entriesInLines } from './catalog-lines.js'
import { machineIndex } from './machine-index.js'
import { openIndex } from './open-index.js'

const home = mkdtempSync(join(tmpdir(), 'atip-search-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const TOOL: AtipTool = normalise({
  atip: { version: '0.6' },
  name: 'box',
  version: '1',
  description: 'Keep things in boxes',
  effects: { network: false, destructive: false },
  globalOptions: [{ name: 'shelf', flags: ['--shelf'], type: 'string', description: 'Which cupboard' }],
  commands: {
    '': { description: 'Look around', effects: { filesystem: { write: false } } },
    pack: {
      description: 'Put things in',
      arguments: [{ name: 'thing', type: 'string', description: 'What goes in' }],
      options: [
        { name: 'wrapping', flags: ['-w', '--wrapping'], type: 'enum', enum: ['tissue', 'foil'], description: 'Cover' },
        { name: 'help', flags: ['--help'], type: 'boolean', description: 'Show assistance' },
        { name: 'empty', flags: ['--empty'], type: 'boolean', 'x-atip': { effects: { destructive: true } } },
      ],
      examples: ['box pack umbrella'],
      effects: { filesystem: { write: true } },
      'x-atip': { aliases: ['stow'] },
    },
    label: {
      description: 'Labels',
      commands: {
        '': { description: 'Show labels', options: [{ name: 'colour', flags: ['--colour'], type: 'string' }] },
        burn: { description: 'Make a label unreadable', effects: { destructive: true } },
      },
    },
    group: { description: 'Only a group', commands: { leaf: { description: 'A leaf' } } },
    constructor: { description: 'Build a box' },
  },
})

describe('the entries of a tool', () => {
  const entries = [...entriesOf(TOOL)]
  const entry = (name: string) => entries.find((one) => one.name === name)!

  test('are itself and every command that can be called, each once', () => {
    expect(entries.map(({ name }) => name)).toEqual([
      'box',
      'box pack',
      'box label',
      'box label burn',
      'box group leaf',
      'box constructor',
    ])
    expect(entry('box label burn')).toMatchObject({ tool: 'box', command: 'label burn' })
    expect(entry('box label').description).toBe('Show labels')
  })

  test('carry what is inherited and what is stated of their effects', () => {
    expect(effectsIn(entry('box').effects!)).toEqual({
      network: false,
      destructive: false,
      filesystem: { write: false },
    })
    expect(effectsIn(entry('box label burn').effects!)).toEqual({ network: false, destructive: true })
    expect(isWorseWithOptions(entry('box pack').effects!)).toBe(true)
    expect(isWorseWithOptions(entry('box label').effects!)).toBe(false)
  })

  test.each([
    ['umbrella', 'box pack', 'parameter'],
    ['foil', 'box pack', 'parameter'],
    ['wrapping', 'box pack', 'parameter'],
    ['cupboard', 'box', 'parameter'],
    ['look around', 'box', 'parameter'],
    ['colour', 'box label', 'parameter'],
    ['unreadable', 'box label burn', 'description'],
  ])('are found by their text: %s leads to %s', (query, name, field) => {
    const [hit] = search(indexOf([TOOL]), query).hits
    expect(hit).toMatchObject({ name })
    expect(hit!.matched[0]!.field).toBe(field)
  })

  test('are found by their other names, and not by what every tool has', () => {
    expect(search(indexOf([TOOL]), 'box stow').hits[0]!.name).toBe('box pack')
    expect(search(indexOf([TOOL]), 'assistance').hits).toEqual([])
  })
})

describe('the index of a machine', () => {
  const catalogIn = (cache: string, stamp = 'one') => {
    const asked: string[] = []
    const tools = () => {
      asked.push(stamp)
      return [TOOL]
    }
    return { asked, catalog: { places: { cache }, stamp, tools } }
  }

  test('is built once, and then read as long as the stamp is the same', async () => {
    const cache = join(home, 'once/deep')
    const { asked, catalog } = catalogIn(cache)
    const made = (await machineIndex(catalog))!
    const read = (await machineIndex(catalog))!
    expect(asked).toEqual(['one'])
    expect(search(read, 'put things in')).toEqual(search(made, 'put things in'))
    const later = catalogIn(cache, 'two')
    await machineIndex(later.catalog)
    expect(later.asked).toEqual(['two'])
    expect(readdirSync(cache)).toEqual(['search.index'])
    expect(statSync(join(cache, 'search.index')).mode & 0o777).toBe(0o600)
  })

  test('is not there where nothing is known', async () => {
    expect(await machineIndex(undefined)).toBeUndefined()
  })

  test('is built again from whatever is wrong with the file', async () => {
    const file = join(home, 'damaged/search.index')
    const { asked, catalog } = catalogIn(join(home, 'damaged'))
    const whole = search((await machineIndex(catalog))!, 'put things in')
    const bytes = readFileSync(file)
    for (let place = 0; place < bytes.length; place += 97) {
      const damaged = Buffer.from(bytes)
      damaged[place]! ^= 0x55
      writeFileSync(file, damaged)
      expect(openIndex(file, 'one'), `byte ${place}`).toBeUndefined()
    }
    expect(search((await machineIndex(catalog))!, 'put things in')).toEqual(whole)
    expect(asked).toHaveLength(2)
    expect(readFileSync(file)).toEqual(bytes)
  })

  test('is checked once, and again after any change of the file', async () => {
    const file = join(home, 'sealed/search.index')
    writeIndex(file, 'one', [TOOL])
    expect(openIndex(file, 'one')).toBeDefined()
    expect(existsSync(`${file}.seal`), 'it has just been written and may change unnoticed').toBe(false)
    const later = Date.now() + 60_000
    expect(openIndex(file, 'one', { now: later })).toBeDefined()
    expect(readFileSync(`${file}.seal`, 'utf8')).toBe(identityAt(file))
    const damaged = readFileSync(file)
    damaged[damaged.length - 20]! ^= 1
    // Longer than the clock resolution of any file system.
    await setTimeout(50)
    writeFileSync(file, damaged)
    expect(openIndex(file, 'one', { now: later })).toBeUndefined()
    writeFileSync(`${file}.seal`, identityAt(file))
    expect(openIndex(file, 'one'), 'a seal is believed').toBeDefined()
    writeIndex(file, 'one', [TOOL])
    writeFileSync(`${file}.seal`, 'nonsense')
    expect(search(openIndex(file, 'one')!, 'pack').hits[0]!.name).toBe('box pack')
  })

  test('answers one query from the file as it would from memory', () => {
    const file = join(home, 'pieces/search.index')
    const made = writeIndex(file, 'one', [TOOL])
    writeFileSync(`${file}.seal`, identityAt(file))
    const opened = openIndex(file, 'one', { isForOneQuery: true })!
    for (const query of ['put things in a box', 'box stow', 'cupboard', 'nothing of this', 'unreadable labels']) {
      expect(search(opened, query)).toEqual(search(made, query))
    }
    expect(openIndex(file, 'two', { isForOneQuery: true })).toBeUndefined()
  })

  test('finds less, and nothing wrong, if the file is cut while it is read', () => {
    const file = join(home, 'cut/search.index')
    writeIndex(file, 'one', [TOOL])
    writeFileSync(`${file}.seal`, identityAt(file))
    const opened = openIndex(file, 'one', { isForOneQuery: true })!
    truncateSync(file, 100)
    expect(search(opened, 'put things in a box').hits.filter(({ name }) => name !== '')).toEqual([])
  })

  test('a folder, nothing, or a file that may not be read is no index', () => {
    expect(openIndex(home, 'one')).toBeUndefined()
    expect(openIndex(join(home, 'nowhere/search.index'), 'one')).toBeUndefined()
    if (process.getuid?.() === 0) return
    const file = join(home, 'closed.index')
    writeIndex(file, 'one', [TOOL])
    chmodSync(file, 0)
    expect(openIndex(file, 'one')).toBeUndefined()
  })

  test('answers also where the cache cannot be written', async () => {
    const cache = join(home, 'file-in-the-way')
    writeFileSync(cache, '')
    const { catalog } = catalogIn(cache)
    expect(search((await machineIndex(catalog))!, 'pack').hits[0]!.name).toBe('box pack')
    mkdirSync(join(home, 'folder/search.index'), { recursive: true })
    expect(machineIndex(catalogIn(join(home, 'folder')).catalog)).toBeDefined()
    expect(readdirSync(join(home, 'folder'))).toEqual(['search.index'])
    expect(existsSync(cache)).toBe(true)
  })
})

describe('a catalog in lines', () => {
  test('needs a name, and takes the rest as it is', () => {
    const lines = [
      '\ufeff{"name":"git push","description":"Send commits","platform":"common"}',
      '',
      '{"name":"docker-compose-up","description":"Start","tool":"docker","sub":"compose up","params":"detach"}\r',
      '{"name":"ls","description":null,"sub":null,"__proto__":{"tool":"x"}}',
    ]
    expect([...entriesInLines(lines.join('\n'))]).toEqual([
      { name: 'git push', tool: 'git', command: 'push', description: 'Send commits' },
      { name: 'docker-compose-up', tool: 'docker', command: 'compose up', description: 'Start', parameters: 'detach' },
      { name: 'ls', tool: 'ls', command: '', description: '' },
    ])
    expect([...entriesInLines('')]).toEqual([])
  })

  test.each([
    ['{"name":"a"}\nnonsense', 2, 'is not JSON'],
    ['\n\n[]', 3, 'is no JSON object'],
    ['null', 1, 'is no JSON object'],
    ['{"description":"x"}', 1, 'has no "name"'],
    ['{"name":"  "}', 1, 'has no "name"'],
    ['{"name":5}', 1, 'has a "name" that is no text'],
    ['{"name":"a","params":["x"]}', 1, 'has a "params" that is no text'],
  ])('%j: line %i %s', (text, line, reason) => {
    const read = () => [...entriesInLines(text)]
    expect(read).toThrow(CatalogLineError)
    expect(read).toThrow(`line ${line} ${reason}`)
  })
})
