import type { AtipTool } from '@atip/protocol'
import { expect, test } from 'vitest'
import { complete } from './complete.js'
import { foreignTreeOf } from './foreign-tree.js'

const tool: AtipTool = {
  atip: { version: '0.6' },
  name: 'prog',
  version: '1',
  description: 'A program',
  commands: {
    '': { description: 'A program', arguments: [{ name: 'file', type: 'file', required: false }] },
    remote: {
      description: 'Remotes',
      'x-atip': { aliases: ['r'] },
      commands: {
        '': { description: 'Remotes', options: [{ name: 'all', flags: ['--all'], type: 'boolean' }] },
        add: {
          description: 'Add one',
          arguments: [{ name: 'kind', type: 'enum', enum: ['git', 'hg'], variadic: true }],
          options: [
            { name: 'into', flags: ['--into'], type: 'directory' },
            {
              name: 'when',
              flags: ['--when'],
              type: 'enum',
              enum: ['now', 'later'],
              'x-atip': { optionalValue: true },
            },
            { name: 'size', flags: ['--size'], type: 'string', 'x-atip': { optionalValue: true, nextWord: true } },
          ],
        },
      },
    },
    prime: { description: 'For agents' },
  },
  globalOptions: [{ name: 'output', flags: ['-o', '--output'], type: 'enum', enum: ['wide', 'yaml'] }],
}

function candidates(line: string): { words: string[]; more?: string | undefined } {
  const words = line.split(' ')
  const { words: found, more } = complete(foreignTreeOf(tool), words.slice(0, -1), words.at(-1)!)
  return { words: found.map(({ word }) => word), ...(more && { more: more.from }) }
}

test.each<[string, string[], string?]>([
  // Commands for agents and scripts are offered only after their first letters are typed.
  ['', ['remote'], 'files'],
  ['pr', ['prime'], 'files'],
  ['comp', ['completion'], 'files'],
  ['r', ['remote'], 'files'],
  // None of tooli's built-in flags.
  ['--', ['--output']],
  ['--output ', ['wide', 'yaml']],
  ['remote ', ['add']],
  ['remote --', ['--all', '--output']],
  ['r add ', ['git', 'hg']],
  ['remote add git h', ['hg']],
  ['remote add --', ['--into', '--when', '--size', '--output']],
  ['remote add --into ', [], 'directories'],
  // A value that is only ever attached is not the next word (--when); an optional value may be (--size).
  ['remote add --when ', ['git', 'hg']],
  ['remote add --size ', []],
])('after "%s" a foreign program offers %j', (line, words, more) => {
  expect(candidates(line)).toEqual({ words, ...(more && { more }) })
})
