import { expect, test } from 'vitest'
import { foundBy, pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const flag = (name: string, extension?: object) => ({
  name,
  flags: [`--${name}`],
  type: 'boolean',
  ...(extension && { 'x-atip': extension }),
})
const danger = { effects: { destructive: true } }
const when = (condition: object) => ({ ...danger, when: condition })

test('a name that is on no parameter in reach is an error', () => {
  const commands = {
    push: {
      description: 'Push',
      options: [flag('force', when({ with: ['all'], without: ['dryrun'] })), flag('dry-run')],
    },
    pull: { description: 'Pull', options: [flag('all')] },
  }
  const findings = foundBy('x-atip-unknown-name', sample({ commands }))
  expect(findings.map(({ pointer }) => pointer)).toEqual([
    '/commands/push/options/0/x-atip/when/with/0',
    '/commands/push/options/0/x-atip/when/without/0',
  ])
  expect(findings[1]).toMatchObject({ severity: 'error', message: expect.stringContaining('"dry-run"') })
})

test('names are looked for also where a condition asks for their values, and in what is printed', () => {
  const push = {
    description: 'Push',
    options: [flag('force', when({ values: { mode: ['a'] } }))],
    'x-atip': { prints: [{ kind: 'name', when: { with: ['form'] } }] },
  }
  expect(pointersFoundBy('x-atip-unknown-name', sample({ commands: { push } }))).toEqual([
    '/commands/push/x-atip/prints/0/when/with/0',
    '/commands/push/options/0/x-atip/when/values/mode',
  ])
})

test('a flag in place of a name is answered with the name', () => {
  const option = { ...flag('recursive', when({ with: ['-f'] })) }
  const options = [option, { name: 'force', flags: ['-f'], type: 'boolean' }]
  const [finding] = foundBy('x-atip-unknown-name', sample({ commands: { rm: { description: 'Rm', options } } }))
  expect(finding!.message).toContain('did you mean "force"')
})

test.each([
  ['the command', { commands: { c: { description: 'C', options: [flag('x', when({ with: ['y'] })), flag('y')] } } }],
  [
    'an argument',
    {
      commands: {
        c: {
          description: 'C',
          options: [flag('x', when({ with: ['y'] }))],
          arguments: [{ name: 'y', type: 'string' }],
        },
      },
    },
  ],
  [
    'the global options',
    {
      globalOptions: [flag('y')],
      commands: { c: { description: 'C', options: [flag('x', when({ without: ['y'] }))] } },
    },
  ],
  [
    'a group above',
    {
      commands: {
        g: {
          description: 'G',
          options: [flag('y')],
          commands: { c: { description: 'C', options: [flag('x', when({ with: ['y'] }))] } },
        },
      },
    },
  ],
  [
    'a command below the group',
    {
      commands: {
        g: {
          description: 'G',
          'x-atip': { cases: [when({ with: ['y'] })] },
          commands: { c: { description: 'C', options: [flag('y')] } },
        },
      },
    },
  ],
  [
    'some command, for a global option',
    {
      globalOptions: [flag('x', when({ with: ['y'] }))],
      commands: { c: { description: 'C', options: [flag('y')] } },
    },
  ],
  ['a part that was cut off', { partial: true, 'x-atip': { cases: [when({ with: ['y'] })] } }],
])('a name may be on %s', (_, parts) => {
  expect(foundBy('x-atip-unknown-name', sample(parts))).toEqual([])
})

test('names are looked up in the cases and in stdin too', () => {
  const option = flag('x', { cases: [{ note: 'fine' }, when({ with: ['nothing'] })] })
  const stdin = [{ kind: 'data' }, { kind: 'code', when: { without: ['nowhere'] } }]
  const document = sample({ commands: { c: { description: 'C', options: [option], 'x-atip': { stdin } } } })
  expect(pointersFoundBy('x-atip-unknown-name', document)).toEqual([
    '/commands/c/x-atip/stdin/1/when/without/0',
    '/commands/c/options/0/x-atip/cases/1/when/with/0',
  ])
})

const operand = (name: string) => ({ name, type: 'string' })

test.each<[string, Record<string, unknown>, string[]]>([
  [
    'an argument and an option of the command',
    {
      commands: {
        c: { description: 'C', arguments: [operand('y')], options: [flag('x', when({ with: ['y'] })), flag('y')] },
      },
    },
    ['/commands/c/options/0/x-atip/when/with/0'],
  ],
  [
    'an argument of the command and a global option',
    {
      globalOptions: [flag('y')],
      commands: { c: { description: 'C', arguments: [operand('y')], 'x-atip': { cases: [when({ without: ['y'] })] } } },
    },
    ['/commands/c/x-atip/cases/0/when/without/0'],
  ],
  [
    'both on some command below',
    {
      'x-atip': { cases: [when({ with: ['y'] })] },
      commands: { c: { description: 'C', arguments: [operand('y')], options: [flag('y')] } },
    },
    ['/x-atip/cases/0/when/with/0'],
  ],
  [
    'an argument here and an option of another command',
    {
      commands: {
        c: { description: 'C', arguments: [operand('y')], options: [flag('x', when({ with: ['y'] }))] },
        d: { description: 'D', options: [flag('y')] },
      },
    },
    [],
  ],
  [
    'both, and no condition names it',
    { commands: { c: { description: 'C', arguments: [operand('y')], options: [flag('y'), flag('x', danger)] } } },
    [],
  ],
])('x-atip-ambiguous-name: %s', (_, parts, pointers) => {
  expect(pointersFoundBy('x-atip-ambiguous-name', sample(parts))).toEqual(pointers)
})

test.each([
  ['a value on a command', { 'x-atip': { cases: [when({ is: ['a'] })] } }, ['/commands/c/x-atip/cases/0/when/is']],
  [
    'a value on a switch',
    { options: [flag('x', when({ contains: ['a'] }))] },
    ['/commands/c/options/0/x-atip/when/contains'],
  ],
  [
    'given and not given',
    { options: [flag('x', when({ with: ['x'], without: ['x'] }))] },
    ['/commands/c/options/0/x-atip/when'],
  ],
  ['a value on a string option', { options: [{ ...flag('x', when({ is: ['a'] })), type: 'string' }] }, []],
  ['a value on an argument', { arguments: [{ name: 'x', type: 'boolean', 'x-atip': when({ is: ['true'] }) }] }, []],
])('x-atip-never-holds: %s', (_, parts, pointers) => {
  const document = sample({ commands: { c: { description: 'C', ...parts } } })
  expect(pointersFoundBy('x-atip-never-holds', document)).toEqual(pointers)
})

test.each([
  ['milder than the command', { destructive: true }, { effects: { destructive: false } }, 1],
  ['known where the command is not', {}, { effects: { network: false } }, 1],
  ['the safe end of "reversible"', { reversible: false }, { effects: { reversible: true } }, 1],
  ['worse than the command', { destructive: false }, { effects: { destructive: true } }, 0],
  ['as bad as the command', { destructive: true }, { effects: { destructive: true } }, 0],
  ['what remains of a dry run', { network: true }, { harmless: 'dry-run', effects: { network: false } }, 0],
])('x-atip-cannot-lower: an option that is %s', (_, effects, extension, count) => {
  const document = sample({ commands: { c: { description: 'C', effects, options: [flag('x', extension)] } } })
  expect(pointersFoundBy('x-atip-cannot-lower', document)).toHaveLength(count)
})

test('x-atip-cannot-lower leaves alone what is above several commands', () => {
  const milder = { effects: { destructive: false } }
  const document = sample({
    effects: { destructive: true },
    globalOptions: [flag('x', milder)],
    'x-atip': { cases: [milder] },
    commands: { c: { description: 'C', 'x-atip': { cases: [milder] } } },
  })
  expect(pointersFoundBy('x-atip-cannot-lower', document)).toEqual(['/commands/c/x-atip/cases/0/effects/destructive'])
})
