import { expect, test } from 'vitest'
import { foundBy, sample } from '../../../testing/lint-sample.js'

const commands = {
  drop: { description: 'Drop', effects: { destructive: true } },
  list: { description: 'List', effects: { destructive: false } },
  sync: { description: 'Sync', effects: { network: true } },
}

const withStep = (command: string, executable: boolean) =>
  sample({
    commands,
    patterns: [{ name: 'p', description: 'P', executable, steps: [{ command: 'demo list' }, { command }] }],
  })

test.each([
  ['demo drop all', 'is destructive'],
  ['demo sync', 'is not known to be harmless'],
])('a step %j in an executable pattern is reported: it %s', (command, part) => {
  const [finding] = foundBy('executable-pattern-destructive', withStep(command, true))
  expect(finding).toMatchObject({ pointer: '/patterns/0/steps/1', message: expect.stringContaining(part) })
})

test('a step without a command is the tool itself', () => {
  const itself = { '': { description: 'Itself', effects: { destructive: true } }, list: commands.list }
  const patterns = [{ name: 'p', description: 'P', executable: true, steps: [{ command: 'demo' }] }]
  const [finding] = foundBy('executable-pattern-destructive', sample({ commands: itself, patterns }))
  expect(finding!.message).toContain('"demo" is destructive')
})

test('a name goes before an alias', () => {
  const drop = { ...commands.drop, 'x-atip': { aliases: ['list', 'ls'] } }
  const steps = [{ command: 'demo list' }, { command: 'demo ls' }]
  const patterns = [{ name: 'p', description: 'P', executable: true, steps }]
  const document = sample({ commands: { list: commands.list, drop }, patterns })
  const findings = foundBy('executable-pattern-destructive', document)
  expect(findings.map(({ pointer }) => pointer)).toEqual(['/patterns/0/steps/1'])
})

test.each([
  ['demo list', true],
  ['rm -rf build', true],
  ['demo drop all', false],
])('a step %j in a pattern with executable %s is fine', (command, executable) => {
  expect(foundBy('executable-pattern-destructive', withStep(command, executable))).toEqual([])
})
