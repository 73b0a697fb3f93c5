import { expect, test } from 'vitest'
import { applyFixes } from '../apply-fixes.js'
import { foundBy, pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const commands = (examples: string[] = [], parts: object = {}) => ({
  pr: {
    description: 'Pull requests',
    commands: {
      create: { description: 'Create one', examples },
      list: { description: 'List them', 'x-atip': { aliases: ['ls'] } },
    },
    ...parts,
  },
})

test.each([
  'demo pr create --title "A b"',
  'demo pr ls',
  'demo',
  'demo pr',
  'demo --verbose whatever',
  'demo pr --repo x unknown',
  'demo pr create anything at all',
  'demo pr {command}',
  '{tool} pr',
  'sudo demo pr list',
  'sudo -u me demo pr list',
  'TOKEN=x OTHER= demo pr list',
  '/usr/local/bin/demo pr list',
  'demo pr list | head',
  'demo "unclosed',
])('example %j is understood or left alone', (example) => {
  expect(foundBy('example-not-understood', sample({ commands: commands([example]) }))).toEqual([])
})

test.each([
  ['pr create', 'starts with "pr"'],
  ['other pr create', 'starts with "other"'],
  ['sudo other', 'starts with "sudo"'],
  ['', 'is empty'],
  ['demo pr creat', 'did you mean "create"?'],
  ['demo issue list', '"demo" has no command "issue"'],
  ['demo pr __proto__', 'has no command "__proto__"'],
])('example %j is reported: %s', (example, part) => {
  const [finding] = foundBy('example-not-understood', sample({ commands: commands(['demo', example]) }))
  expect(finding).toMatchObject({ pointer: '/commands/pr/commands/create/examples/1' })
  expect(finding!.message).toContain(part)
})

test.each([
  ['the group takes operands', { arguments: [{ name: 'number', type: 'integer' }] }, {}],
  ['the group was cut off', { _truncated: true }, {}],
  ['the document is partial', {}, { partial: true }],
  ['names may be abbreviated', { 'x-atip': { syntax: { abbreviatedCommands: true } } }, {}],
])('an unlisted word is no mistake where %s', (_, parts, root) => {
  const document = sample({ commands: commands(['demo pr cr'], parts), ...root })
  expect(foundBy('example-not-understood', document)).toEqual([])
})

test('a shim goes by the names of its binary', () => {
  const binary = { hash: `sha256:${'0'.repeat(64)}`, name: 'vim', version: '9', aliases: ['vi'] }
  const command = { description: 'LintEdit', examples: ['vim a', 'vi a', 'demo a', 'emacs a'] }
  const pointers = pointersFoundBy('example-not-understood', sample({ binary, commands: { '': command } }))
  expect(pointers).toEqual(['/commands//examples/3'])
})

test('a prompt is taken away, and nothing else', () => {
  const document = sample({ commands: commands([' $ $ demo pr list $x', 'demo pr list']) })
  const findings = foundBy('example-prompt', document)
  expect(findings).toHaveLength(1)
  const fixed = applyFixes(document, findings)
  expect(fixed.commands!.pr!.commands!.create!.examples).toEqual(['demo pr list $x', 'demo pr list'])
})

test('steps and authentication commands that name no command are reported; other tools are not ours to judge', () => {
  const document = sample({
    commands: commands(),
    patterns: [
      {
        name: 'p',
        description: 'P',
        steps: [{ command: 'git push' }, { command: 'demo pr lst' }, { command: 'demo pr' }],
      },
    ],
    authentication: { methods: [{ type: 'oauth', setupCommand: 'demo login' }], checkCommand: 'demo auth status' },
  })
  expect(pointersFoundBy('command-not-found', document)).toEqual([
    '/patterns/0/steps/1/command',
    '/authentication/methods/0/setupCommand',
    '/authentication/checkCommand',
  ])
})
