import { countInvocable, findCommand, normalise, validate } from '@atip/protocol'
import { expect, test } from 'vitest'
import { loadCorpus } from '../packages/bridge/testing/corpus.js'
import { toDocument, type FigSpec } from '../packages/bridge/testing/fig.js'

const SPEC: FigSpec = {
  name: 'demo',
  description: 'Demonstrates',
  options: [
    { name: ['-v', '--verbose'], description: 'Says more', isPersistent: true },
    { name: '--here', description: 'Only for the tool itself' },
  ],
  subcommands: [
    {
      name: ['remove', 'rm'],
      isDangerous: true,
      args: [
        { name: 'target', template: 'filepaths' },
        { name: 'more', isVariadic: true, isOptional: true },
      ],
      options: [
        { name: '--mode', isRequired: true, args: { suggestions: ['soft', { name: ['hard', 'h'] }], default: 'soft' } },
        { name: '-n', args: { suggestions: ['1', '2'] } },
        { name: '--list', args: { name: 'list' } },
        { name: '--pair', args: [{ name: 'key' }, { name: 'value' }] },
        { name: '--color', args: { isOptional: true } },
        { name: '--tag', isRepeatable: true, args: { generators: () => expect.unreachable('a generator was run') } },
        { name: ['--mode', '-M'], description: 'A flag that is taken is left out' },
      ],
    },
    { name: 'group', subcommands: [{ name: 'leaf' }, { name: 'leaf', description: 'The second is left out' }] },
  ],
}

test('a completion spec becomes a document that says the same', () => {
  const document = toDocument(SPEC, 'demo')
  expect(validate(document).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(document.globalOptions).toEqual([
    { name: 'verbose', flags: ['-v', '--verbose'], description: 'Says more', type: 'boolean' },
  ])
  expect(document.commands).toEqual({
    '': {
      description: 'Demonstrates',
      options: [{ name: 'here', flags: ['--here'], description: 'Only for the tool itself', type: 'boolean' }],
    },
    remove: {
      description: 'remove',
      effects: { destructive: true },
      'x-atip': { aliases: ['rm'] },
      arguments: [
        { name: 'target', type: 'file' },
        { name: 'more', type: 'string', required: false, variadic: true },
      ],
      options: [
        { name: 'mode', flags: ['--mode'], required: true, type: 'enum', enum: ['soft', 'hard'], default: 'soft' },
        { name: 'n', flags: ['-n'], type: 'enum', enum: [1, 2] },
        { name: 'list', flags: ['--list'], type: 'string', variadic: true, 'x-atip': { greedy: true } },
        { name: 'pair', flags: ['--pair'], type: 'string', 'x-atip': { arity: 2 } },
        { name: 'color', flags: ['--color'], type: 'string', 'x-atip': { optionalValue: true } },
        { name: 'tag', flags: ['--tag'], type: 'string', variadic: true },
        { name: 'M', flags: ['-M'], description: 'A flag that is taken is left out', type: 'boolean' },
      ],
    },
    group: { description: 'group', commands: { leaf: { description: 'leaf' } } },
  })
  expect(countInvocable(normalise(document))).toBe(3)
})

test('a spec that is kept in several files is put together', async () => {
  const [gcloud] = await loadCorpus(['gcloud'])
  const { command } = findCommand(gcloud!, ['compute', 'instances', 'list'])!
  expect(command.options!.find(({ name }) => name === 'zones')).toMatchObject({ flags: ['--zones'], type: 'string' })
})
