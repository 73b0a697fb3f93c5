import { expect, test } from 'vitest'
import { foundBy, sample } from '../sample.js'

const commands = {
  drop: { description: 'Drop', effects: { destructive: true } },
  list: { description: 'List', effects: { destructive: false } },
  sync: { description: 'Sync', effects: { network: true } },
}

test.each([
  ['demo drop all', true, 'is destructive'],
  ['demo sync', true, 'is not known to be harmless'],
  ['demo list', true, undefined],
  ['rm -rf build', true, undefined],
  ['demo drop all', false, undefined],
])('a step %j in a pattern with executable %s: %s', (command, executable, part) => {
  const patterns = [{ name: 'p', description: 'P', executable, steps: [{ command: 'demo list' }, { command }] }]
  const [finding] = foundBy('executable-pattern-destructive', sample({ commands, patterns }))
  if (part === undefined) expect(finding).toBeUndefined()
  else expect(finding).toMatchObject({ pointer: '/patterns/0/steps/1', message: expect.stringContaining(part) })
})
