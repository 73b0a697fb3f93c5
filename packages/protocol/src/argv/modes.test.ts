import { expect, test } from 'vitest'
import { isReadOnly } from '../effects/read-only.js'
import { NO_EFFECTS } from '../effects/worst.js'
import type { AtipTool, Option } from '../types/tool.js'
import { effectsOf } from './effects-of.js'
import { parseArgv } from './parse.js'

const flag = (letter: string, facts: Option['x-atip'] = {}): Option => {
  return { name: letter, flags: [`-${letter}`], type: 'boolean', 'x-atip': facts }
}

const pack: AtipTool = {
  atip: { version: '0.6' },
  name: 'pack',
  version: '1',
  description: 'Replace files by their compressed form',
  effects: { ...NO_EFFECTS, filesystem: { read: true, write: false, delete: false } },
  'x-atip': { unlisted: 'no-effect' },
  commands: {
    '': {
      description: 'Pack',
      options: [
        flag('l', { mode: 'action' }),
        flag('t', { mode: 'action' }),
        flag('z', { mode: 'action' }),
        flag('i'),
        flag('n', { harmless: 'dry-run', mode: 'action' }),
        flag('v', { harmless: 'version' }),
        flag('s', { harmless: 'version', wins: true }),
      ],
      arguments: [
        {
          name: 'file',
          type: 'file',
          required: false,
          variadic: true,
          'x-atip': { when: { without: ['l', 't'] }, effects: { filesystem: { write: true } } },
        },
      ],
    },
  },
}
const found = (line: string) => effectsOf(pack, parseArgv(pack, line.split(' ')))
const reads = (line: string) => isReadOnly(found(line).own)

test('letters of a word that is not understood take no danger away', () => {
  expect(reads('pack -l a')).toBe(true)
  expect(reads('pack -il a')).toBe(true)
  expect(reads('pack -Alist a')).toBe(false)
  expect(reads('pack -iAl a')).toBe(false)
  expect(found('pack -An a').harmless).toBeUndefined()
})

test('letters of a word that is not understood add danger', () => {
  const forcing: AtipTool = {
    ...pack,
    commands: { '': { description: 'Pack', options: [flag('f', { effects: { destructive: true } })] } },
  }
  expect(effectsOf(forcing, parseArgv(forcing, ['pack', '-Zf'])).own.destructive).toBe(true)
})

test('an option that keeps a call from writing is not trusted beside one that is not listed', () => {
  expect(reads('pack -l --quick a')).toBe(false)
  expect(reads('pack --quick')).toBe(true)
})

test('of several options of one mode, none is sure to count', () => {
  expect(reads('pack -t a')).toBe(true)
  expect(reads('pack -t -i a')).toBe(true)
  for (const line of ['pack -t -z a', 'pack -z -t a', 'pack -tz a']) expect(reads(line)).toBe(false)
  expect(found('pack -n a').harmless).toBe('dry-run')
  expect(found('pack -n -z a').harmless).toBeUndefined()
})

test('a version counts only if nothing else is asked for, unless the program is said to stop there', () => {
  expect(found('pack -v').harmless).toBe('version')
  expect(found('pack -v -i').harmless).toBe('version')
  for (const line of ['pack -v a', 'pack -v --', 'pack -v -- a', 'pack a -v']) {
    expect(found(line).harmless).toBeUndefined()
  }
  expect(found('pack -s a').harmless).toBe('version')
  expect(found('pack a -s').harmless).toBeUndefined()
})

test('a call that is said to stay on the machine does not, if it is given an address', () => {
  const tells: Option['x-atip'] = { harmless: 'dry-run', effects: { network: false }, wins: true }
  const show: AtipTool = {
    ...pack,
    commands: {
      '': {
        description: 'Show',
        effects: { filesystem: { write: true } },
        options: [flag('t', tells)],
        arguments: [{ name: 'file', type: 'file', required: false }],
      },
    },
  }
  const harmless = (file: string) => effectsOf(show, parseArgv(show, ['show', '-t', file])).harmless
  expect(harmless('heap.out')).toBe('dry-run')
  expect(harmless('http://host/heap')).toBeUndefined()
})
