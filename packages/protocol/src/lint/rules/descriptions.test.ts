import { expect, test } from 'vitest'
import { applyFixes } from '../apply-fixes.js'
import { foundBy, pointersFoundBy, sample } from '../../../testing/lint-sample.js'

test('stray space is found and tidied in every description', () => {
  const document = sample({
    description: ' A  demo\n',
    commands: {
      'a/b': { description: 'Tab\there', arguments: [{ name: 'x', type: 'string', description: ' X of it' }] },
    },
    globalOptions: [{ name: 'y', flags: ['-y'], type: 'boolean', description: 'Says  yes' }],
    patterns: [
      {
        name: 'p',
        description: 'p ',
        steps: [{ command: 'demo  {v}', description: ' s' }],
        variables: { v: { description: ' v' } },
      },
    ],
    authentication: { methods: [{ type: 'token', description: 'A  token' }] },
  })
  const fixed = applyFixes(document, foundBy('description-space', document))
  expect(JSON.parse(JSON.stringify(fixed))).toEqual({
    ...document,
    description: 'A demo',
    commands: {
      'a/b': { description: 'Tab here', arguments: [{ name: 'x', type: 'string', description: 'X of it' }] },
    },
    globalOptions: [{ name: 'y', flags: ['-y'], type: 'boolean', description: 'Says yes' }],
    patterns: [
      {
        name: 'p',
        description: 'p',
        steps: [{ command: 'demo  {v}', description: 's' }],
        variables: { v: { description: 'v' } },
      },
    ],
    authentication: { methods: [{ type: 'token', description: 'A token' }] },
  })
})

test('empty descriptions of the tool and of commands are reported', () => {
  const document = sample({ description: '', commands: { a: { description: ' ' }, b: { description: 'Fine' } } })
  expect(pointersFoundBy('description-empty', document)).toEqual(['/description', '/commands/a/description'])
})

test.each([
  ['push', 'Push', true],
  ['push', 'The push command.', true],
  ['push', 'demo push', true],
  ['dry-run', 'dry run', true],
  ['push', 'Push commits to a remote', false],
  ['push', '', false],
])('description-repeats-name for %s: %j: %s', (name, description, isFound) => {
  const document = sample({ commands: { [name]: { description } } })
  expect(pointersFoundBy('description-repeats-name', document)).toEqual(
    isFound ? [`/commands/${name}/description`] : [],
  )
})

test('what has the place of a group goes by its name', () => {
  const commands = { '': { description: 'Group' }, x: { description: 'Something' } }
  const document = sample({ commands: { group: { description: 'About groups', commands } } })
  expect(foundBy('description-repeats-name', document)).toMatchObject([
    { pointer: '/commands/group/commands//description', message: expect.stringContaining('"demo group"') },
  ])
})

test('a parameter that is described by its name only is reported', () => {
  const options = [
    { name: 'outputFile', flags: ['-o'], type: 'file', description: 'Output file' },
    { name: 'input', flags: ['-i'], type: 'file', description: 'Where to read from' },
  ]
  const document = sample({ commands: { c: { description: 'Copies', options } } })
  expect(pointersFoundBy('description-repeats-name', document)).toEqual(['/commands/c/options/0/description'])
})

test('the second of two siblings that are described alike is reported; cousins may be alike', () => {
  const commands = { list: { description: 'List  things' }, show: { description: 'list things' } }
  const document = sample({ commands: { a: { description: 'A', commands }, b: { description: 'B', commands } } })
  const findings = foundBy('duplicate-description', document)
  expect(findings.map(({ pointer }) => pointer)).toEqual([
    '/commands/a/commands/show/description',
    '/commands/b/commands/show/description',
  ])
  expect(findings[0]!.message).toContain('"demo a list"')
})

test('parameters without a description are reported, with an empty one too', () => {
  const commands = {
    c: {
      description: 'C',
      arguments: [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'string', description: 'B' },
      ],
    },
  }
  const globalOptions = [{ name: 'o', flags: ['-o'], type: 'boolean', description: ' ' }]
  expect(pointersFoundBy('parameter-description-missing', sample({ commands, globalOptions }))).toEqual([
    '/globalOptions/0',
    '/commands/c/arguments/0',
  ])
})
